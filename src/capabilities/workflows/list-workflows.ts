import { implement } from '../../kernel/operation.ts'
import { defaultWorkflow } from './default-workflow.ts'
import * as contracts from './workflows.contract.ts'
import { workflows } from './workflows.queries.ts'

export const listWorkflows = implement(contracts.listWorkflows, async (ctx) => {
  const stored = await ctx.tx.rows(workflows, [ctx.org])
  const replaced = stored.some(({ slug }) => slug === defaultWorkflow.slug)
  return { items: replaced ? stored : [...stored, defaultWorkflow], next_cursor: null }
})
