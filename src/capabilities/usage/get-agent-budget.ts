import { implement } from '../../kernel/operation.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { showBudget } from './show-budget.ts'
import * as contracts from './usage.contract.ts'
import { budgetOf } from './usage.queries.ts'

export const getAgentBudget = implement(contracts.getAgentBudget, async (ctx, { agent: name }) => {
  const { id } = await requireAgent(ctx, name)
  return showBudget(ctx, id, await ctx.tx.row(budgetOf, [ctx.org, id]))
})
