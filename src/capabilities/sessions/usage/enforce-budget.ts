import type { Context } from '../../../kernel/context.ts'
import { lockAgent } from '../../agents/agents/agent-lock.ts'
import { haltAgent } from '../control/halt-agent.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { reachedBudget } from './reached-budget.ts'
import { budgetOf } from './usage.queries.ts'

/** Whose budget was looked for, and whether there is one. */
interface Looked {
  agent: string | null
  limited: boolean
}

/** Whoever reports usage may stop the agent by it, so it takes the lock for that before any other. */
export async function prepareToStop(ctx: Context): Promise<Looked> {
  const { agent } = ctx.principal
  const budget = agent ? await ctx.tx.row(budgetOf, { org: ctx.org, agent }) : undefined
  if (agent && budget) await lockAgent(ctx, agent)
  return { agent, limited: budget !== undefined }
}

/** Stops an agent that has used up what it may. Nobody stopped it, so its reason says what did. */
export async function enforceBudget(ctx: Context, agent: string | null, looked?: Looked): Promise<boolean> {
  if (looked && looked.agent === agent && !looked.limited) return false
  if (!agent || !(await reachedBudget(ctx, agent))) return false
  await haltAgent(ctx, await requireAgent(ctx, agent), 'over_budget', null)
  return true
}
