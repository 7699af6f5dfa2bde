import type { Context } from '../../../kernel/context.ts'
import { leftBehind, strayed } from '../features/features.queries.ts'
import { applyCommit } from './apply-commit.ts'

/** A branch of a connected repository with a new head; a pull request is named like `#7`. */
export interface Move {
  repository: string
  branch: string
  before: string
  after: string
}

/**
 * A feature follows the branch whose head it was: records about the previous commit are voided in the same transaction. The default branch
 * takes a feature along only if no other branch is still at its commit: merged work isn't changed by what comes after it.
 */
export async function followPush(ctx: Context, { repository, branch, before, after }: Move): Promise<void> {
  if (before === after) return
  const left = await ctx.tx.rows(leftBehind, { org: ctx.org, repository, branch, shas: [before] })
  for (const feature of left) await applyCommit(ctx, feature, after, branch)
}

/** Runs once the branches of a repository are known: moves features that missed a push to the head of their branch. */
export async function catchUp(ctx: Context, repository: string): Promise<void> {
  for (const { head, branch, ...feature } of await ctx.tx.rows(strayed, { org: ctx.org, repository }))
    await applyCommit(ctx, feature, head, branch)
}
