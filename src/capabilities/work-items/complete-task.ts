import { implement } from '../../kernel/operation.ts'
import { changeItem, type Changes } from './change-item.ts'
import { isRepeatedCompletion, passStatus } from './leases/pass-status.ts'
import { requireItem, toTask } from './require-item.ts'
import * as contracts from './work-items.contract.ts'
import { unblockedBy } from './work-items.queries.ts'

export const completeTask = implement(contracts.completeTask, async (ctx, { task: name, notes, fence }) => {
  const before = await requireItem(ctx, 'task', name, 'write')
  if (await isRepeatedCompletion(ctx, before, fence)) return { ...toTask(before), unblocked: [] }
  const pass = await passStatus(ctx, before, fence, 'complete')
  const changes: Changes = { status: 'complete' }
  if (notes !== undefined) changes.completion_notes = notes
  const task = toTask(await changeItem(ctx, before, changes, pass))
  return { ...task, unblocked: await ctx.tx.rows(unblockedBy, [ctx.org, task.id]) }
})
