import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { proveByChecks } from '../../features/evidence/from-checks.ts'
import { catchUp, followPush } from '../../features/gates/follow-push.ts'
import type { Synced } from '../repos/repos.events.ts'
import * as contracts from './gates-check.contract.ts'
import { checkedCommits } from './evidence.queries.ts'
import { wantGatesOf } from './want-gates-check.ts'

const atOnce = 50

/** Turns what a sync found into evidence, and voids evidence about replaced commits, in the transaction that records the sync. */
export async function proveBySync(ctx: Context, { repository: { id }, changed, moved }: Synced): Promise<void> {
  if (changed.length === 0) return
  for (const { ref, from, to } of moved) if (from && to) await followPush(ctx, { repository: id, branch: ref, before: from, after: to })
  await catchUp(ctx, id)
  const checked = (await ctx.tx.rows(checkedCommits, { org: ctx.org, repository: id })).map(({ sha }) => sha)
  const shas = [...new Set([...checked, ...moved.flatMap(({ from, to }) => [from, to]).filter((sha) => sha !== null)])]
  for (let at = 0; at < shas.length; at += atOnce) await proveByChecks(ctx, id, shas.slice(at, at + atOnce))
  await wantGatesOf(ctx, id, shas)
}

/** Handles a push reported by the code host, so that nobody can pass a gate with the previous commit until the sync has run. */
export const hearPush = implement(contracts.hearPush, async (ctx, { repository_id, branch, before, after }) => {
  await followPush(ctx, { repository: repository_id, branch, before, after })
  return {}
})
