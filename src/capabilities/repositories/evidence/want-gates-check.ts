import type { Context } from '../../../kernel/context.ts'
import { headsOfFeature, headsOfRepository, headsOfTask, wantGatesCheck } from './evidence.queries.ts'

interface Head {
  repository_id: string
  sha: string
}

/** Requests that the check on a feature's commit be rewritten wherever that commit is a head; once, however much happens until then. */
export const gatesChanged = async (ctx: Context, { feature }: { feature: { id: string; commit: string | null } }): Promise<void> => {
  if (feature.commit) await want(ctx, await ctx.tx.rows(headsOfFeature, { org: ctx.org, feature: feature.id }))
}

/** A feature may be waiting for a task that was opened or closed. */
export async function taskChanged(ctx: Context, { item, changed }: { item: { id: string }; changed: string[] }): Promise<void> {
  if (changed.includes('status')) await want(ctx, await ctx.tx.rows(headsOfTask, { org: ctx.org, item: item.id }))
}

/** The same for all features at these commits of a repository. */
export const wantGatesOf = async (ctx: Context, repository: string, shas: readonly string[]): Promise<void> =>
  want(ctx, await ctx.tx.rows(headsOfRepository, { org: ctx.org, repository, shas }))

async function want(ctx: Context, heads: readonly Head[]): Promise<void> {
  for (const { repository_id, sha } of heads) {
    const [fresh] = await ctx.tx.rows(wantGatesCheck, { org: ctx.org, repository: repository_id, sha, now: ctx.clock.now() })
    if (fresh) await ctx.enqueue('postGates', { repository_id, sha })
  }
}
