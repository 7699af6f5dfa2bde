import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { requireStored, requireWorkflow, workflowsHere } from './require-workflow.ts'
import { settleGates } from './settle-gates.ts'
import * as contracts from './workflows.contract.ts'
import { workflowCreated, workflowDeleted, workflowUpdated } from './workflows.events.ts'
import { countWorkflows, insertWorkflow, updateWorkflow as store, type StoredWorkflow } from './workflows.queries.ts'

export const listWorkflows = implement(contracts.listWorkflows, async (ctx) => ({ items: await workflowsHere(ctx), next_cursor: null }))

const maxWorkflows = 100

export const createWorkflow = implement(contracts.createWorkflow, async (ctx, { name, slug, description = '', gates }) => {
  const settled = await settleGates(ctx, gates)
  const { count } = (await ctx.tx.row(countWorkflows, { org: ctx.org })) ?? { count: 0 }
  if (count >= maxWorkflows) throw new Refusal('conflict', `An organization has at most ${maxWorkflows} workflows. Delete one first.`)
  const values = {
    org: ctx.org,
    id: newId(),
    slug,
    name,
    description,
    gates: JSON.stringify(settled),
    user: userOf(ctx),
    now: ctx.clock.now(),
  }
  const workflow = await ctx.tx.row(insertWorkflow, values)
  if (!workflow) throw new Refusal('conflict', 'A workflow with this slug exists already. Choose another.')
  ctx.emit(workflowCreated, { workflow })
  ctx.target(workflow.id)
  return workflow
})

export const getWorkflow = implement(contracts.getWorkflow, async (ctx, { workflow }) => requireWorkflow(ctx, workflow))

const fields = ['name', 'description', 'gates'] as const

export const updateWorkflow = implement(contracts.updateWorkflow, async (ctx, input) => {
  const before = await requireStored(ctx, input.workflow)
  if (input.version !== undefined && input.version !== before.version) {
    throw new Refusal('stale_version', 'Someone changed this workflow in the meantime. Read it again and retry.')
  }
  const { name = before.name, description = before.description } = input
  const gates = input.gates ? await settleGates(ctx, input.gates) : before.gates
  const wanted: StoredWorkflow = { ...before, name, description, gates }
  const changed = fields.filter((field) => JSON.stringify(wanted[field]) !== JSON.stringify(before[field]))
  ctx.target(before.id)
  if (changed.length === 0) return before
  const at = ctx.clock.now().toISOString()
  await ctx.tx.rows(store, { org: ctx.org, id: before.id, name, description, gates: JSON.stringify(gates), deleted_at: null, now: at })
  const workflow = { ...wanted, updated_at: at, version: before.version + 1 }
  ctx.emit(workflowUpdated, { workflow, changed: [...changed] })
  return workflow
})

export const deleteWorkflow = implement(contracts.deleteWorkflow, async (ctx, input) => {
  const before = await requireStored(ctx, input.workflow)
  const at = ctx.clock.now().toISOString()
  await ctx.tx.rows(store, {
    org: ctx.org,
    id: before.id,
    name: before.name,
    description: before.description,
    gates: JSON.stringify(before.gates),
    deleted_at: at,
    now: at,
  })
  const workflow = { ...before, deleted_at: at, updated_at: at, version: before.version + 1 }
  ctx.emit(workflowDeleted, { workflow })
  ctx.target(workflow.id)
  return workflow
})
