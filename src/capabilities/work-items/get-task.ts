import { implement } from '../../kernel/operation.ts'
import * as contracts from './changes.contract.ts'
import { requireItem } from './require-item.ts'
import { showItem } from './show-item.ts'

/** Everything a task page shows, in one call, of a deleted one too: its history stays to be read. An agent gets the short form unless it asks for the other. */
export const getTask = implement(contracts.getTask, async (ctx, { task: name, response_format, ...ancestors }) => {
  const row = await requireItem(ctx, 'task', name, 'read_deleted', ancestors)
  return showItem(ctx, row, response_format ?? (ctx.call.door === 'mcp' ? 'concise' : 'detailed'))
})
