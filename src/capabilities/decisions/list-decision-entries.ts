import { implement } from '../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../paging.ts'
import * as contracts from './decisions.contract.ts'
import { entriesAfter } from './decisions.queries.ts'
import { requireDecision } from './require-decision.ts'

export const listDecisionEntries = implement(contracts.listDecisionEntries, async (ctx, { decision: name, limit, cursor }) => {
  const { id } = await requireDecision(ctx, name, 'read')
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(entriesAfter, [ctx.org, id, after, limit + 1]), limit, (row) => [row.id])
})
