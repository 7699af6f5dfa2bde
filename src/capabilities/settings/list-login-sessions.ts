import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './settings.contract.ts'
import { sessionsOf } from './settings.queries.ts'

export const listLoginSessions = implement(contracts.listLoginSessions, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const values = [userOf(ctx), ctx.principal.credential.id, ctx.clock.now(), before, limit + 1]
  return nextPage(await ctx.tx.rows(sessionsOf, values), limit, (row) => [row.id])
})
