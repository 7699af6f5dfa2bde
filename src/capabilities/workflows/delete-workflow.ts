import { implement } from '../../kernel/operation.ts'
import { requireStored } from './require-workflow.ts'
import * as contracts from './workflows.contract.ts'
import { workflowDeleted } from './workflows.events.ts'
import { updateWorkflow as store } from './workflows.queries.ts'

export const deleteWorkflow = implement(contracts.deleteWorkflow, async (ctx, input) => {
  const before = await requireStored(ctx, input.workflow)
  const at = ctx.clock.now().toISOString()
  await ctx.tx.rows(store, [ctx.org, before.id, before.name, before.description, JSON.stringify(before.gates), at, at])
  const workflow = { ...before, deleted_at: at, updated_at: at, version: before.version + 1 }
  ctx.emit(workflowDeleted, { workflow })
  ctx.target(workflow.id)
  return workflow
})
