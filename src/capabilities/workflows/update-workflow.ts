import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireStored } from './require-workflow.ts'
import { settleGates } from './settle-gates.ts'
import * as contracts from './workflows.contract.ts'
import { workflowUpdated } from './workflows.events.ts'
import { updateWorkflow as store, type StoredWorkflow } from './workflows.queries.ts'

const fields = ['name', 'description', 'gates'] as const

export const updateWorkflow = implement(contracts.updateWorkflow, async (ctx, input) => {
  const before = await requireStored(ctx, input.workflow)
  if (input.version !== undefined && input.version !== before.version) {
    throw new Refusal('stale_version', 'Somebody changed this workflow in the meantime. Read it again and repeat.')
  }
  const { name = before.name, description = before.description } = input
  const gates = input.gates ? await settleGates(ctx, input.gates) : before.gates
  const wanted: StoredWorkflow = { ...before, name, description, gates }
  const changed = fields.filter((field) => JSON.stringify(wanted[field]) !== JSON.stringify(before[field]))
  ctx.target(before.id)
  if (changed.length === 0) return before
  const at = ctx.clock.now().toISOString()
  await ctx.tx.rows(store, [ctx.org, before.id, name, description, JSON.stringify(gates), null, at])
  const workflow = { ...wanted, updated_at: at, version: before.version + 1 }
  ctx.emit(workflowUpdated, { workflow, changed: [...changed] })
  return workflow
})
