import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import { requireSession } from '../sessions/require-session.ts'
import * as contracts from './session-hints.contract.ts'
import { hintsOfSession } from './session-hints.queries.ts'

export const listSessionHints = implement(contracts.listSessionHints, async (ctx, { session: id, limit, cursor }) => {
  const session = await requireSession(ctx, id)
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(hintsOfSession, [ctx.org, session.id, before, limit + 1]), limit, (row) => [row.id])
})
