import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import { requireItem } from '../work-items/require-item.ts'
import * as contracts from './session-hints.contract.ts'
import { hintsOfTask } from './session-hints.queries.ts'

export const listReleaseRequests = implement(contracts.listReleaseRequests, async (ctx, { task: name, limit, cursor }) => {
  const task = await requireItem(ctx, 'task', name, 'read')
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(hintsOfTask, [ctx.org, task.id, before, limit + 1]), limit, (row) => [row.id])
})
