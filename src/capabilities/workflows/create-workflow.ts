import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { settleGates } from './settle-gates.ts'
import * as contracts from './workflows.contract.ts'
import { workflowCreated } from './workflows.events.ts'
import { countWorkflows, insertWorkflow } from './workflows.queries.ts'

const most = 100

export const createWorkflow = implement(contracts.createWorkflow, async (ctx, { name, slug, description = '', gates }) => {
  const settled = await settleGates(ctx, gates)
  const { count } = (await ctx.tx.row(countWorkflows, [ctx.org])) ?? { count: 0 }
  if (count >= most) throw new Refusal('conflict', `An organization has at most ${most} workflows. Delete one first.`)
  const values = [ctx.org, newId(), slug, name, description, JSON.stringify(settled), userOf(ctx), ctx.clock.now()]
  const workflow = await ctx.tx.row(insertWorkflow, values)
  if (!workflow) throw new Refusal('conflict', 'A workflow with this slug exists already. Choose another.')
  ctx.emit(workflowCreated, { workflow })
  ctx.target(workflow.id)
  return workflow
})
