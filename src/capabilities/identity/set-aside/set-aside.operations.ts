import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../../paging.ts'
import { enterOwnLog } from '../login/accounts.ts'
import * as contracts from './set-aside.contract.ts'
import { decide, setAside, undecided } from './set-aside.queries.ts'

/** Disables what was created while the address was unverified; whoever verified it decides about each. */
export async function setAsideMadeBefore(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(setAside, { user, now: ctx.clock.now() })
}

export const listSetAside = implement(contracts.listSetAside, async (ctx, { limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(undecided, { user: userOf(ctx), after, limit: limit + 1 }), limit, (row) => [row.id])
})

export const decideSetAside = implement(contracts.decideSetAside, async (ctx, { id, decision }) => {
  enterOwnLog(ctx)
  const now = ctx.clock.now()
  const row = await ctx.tx.row(decide, { id, decision: decision === 'keep', now })
  if (!row?.found) throw notFound('thing to decide about', id, 'List them with {listSetAside}.')
  ctx.target(id)
  return { id, decision, decided_at: now.toISOString() }
})
