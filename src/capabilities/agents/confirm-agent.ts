import { implement } from '../../kernel/operation.ts'
import { agentIsDeleted } from './agent-deleted.ts'
import * as contracts from './agents.contract.ts'
import { isActive } from './agents.queries.ts'

export const confirmAgent = implement(contracts.confirmAgent, async (ctx, { agent_id: id }) => {
  if (!(await ctx.tx.row(isActive, [ctx.org, id]))) throw agentIsDeleted()
  return { id }
})
