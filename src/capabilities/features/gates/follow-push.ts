import type { Context } from '../../../kernel/context.ts'
import { leftBehind, strayed } from '../features/features.queries.ts'
import { applyCommit } from './apply-commit.ts'

/** A branch of a connected repository that has another head now; a pull request is named like `#7`. */
export interface Move {
  repository: string
  branch: string
  before: string
  after: string
}

/**
 * A feature goes with the branch whose head it was: what was shown of the commit before is void in the same transaction. The default branch
 * takes a feature along only if no other branch is still where the feature is: work that was merged is not changed by what comes after it.
 */
export async function followPush(ctx: Context, { repository, branch, before, after }: Move): Promise<void> {
  if (before === after) return
  const left = await ctx.tx.rows(leftBehind, { org: ctx.org, repository, branch, shas: [before] })
  for (const feature of left) await applyCommit(ctx, feature, after, branch)
}

/** Once the branches of a repository are known: features that follow one are where it is. */
export async function catchUp(ctx: Context, repository: string): Promise<void> {
  for (const { head, branch, ...feature } of await ctx.tx.rows(strayed, { org: ctx.org, repository }))
    await applyCommit(ctx, feature, head, branch)
}
