import { implement } from '../../../kernel/operation.ts'
import { changeItem } from '../change-item.ts'
import { passLease } from '../leases/lease.ts'
import { requireItem, toTask } from '../require-item.ts'
import * as contracts from '../work-items.contract.ts'

export const deleteTask = implement(contracts.deleteTask, async (ctx, { task: name, fence, ...ancestors }) => {
  const before = await requireItem(ctx, 'task', name, 'write', ancestors)
  const pass = await passLease(ctx, before, fence)
  return toTask(await changeItem(ctx, before, { deleted_at: ctx.clock.now().toISOString() }, pass))
})
