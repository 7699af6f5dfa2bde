import { implement } from '../../kernel/operation.ts'
import { decodeCursor, nextPage } from '../paging.ts'
import { requireSession } from './require-session.ts'
import * as contracts from './sessions.contract.ts'
import { checkpointsBefore } from './sessions.queries.ts'
import { showCheckpoint } from './show-session.ts'

const afterAll = 2_147_483_647

export const listCheckpoints = implement(contracts.listCheckpoints, async (ctx, { session: id, limit, cursor }) => {
  const session = await requireSession(ctx, id)
  const [before] = decodeCursor(cursor, ['number']) ?? [afterAll]
  const rows = await ctx.tx.rows(checkpointsBefore, [ctx.org, session.id, before, limit + 1])
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.number])
  return { items: items.map(showCheckpoint), next_cursor }
})
