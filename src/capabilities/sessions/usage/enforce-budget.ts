import type { Context } from '../../../kernel/context.ts'
import { lockAgent } from '../../agents/agents/agent-lock.ts'
import { haltAgent } from '../control/halt-agent.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { reachedBudget } from './reached-budget.ts'
import { budgetOf } from './usage.queries.ts'

/** The agent whose budget was looked up, and whether it has one. */
interface Looked {
  agent: string | null
  limited: boolean
}

/** Reporting usage may stop the agent, so the lock for that is taken before any other. */
export async function prepareToStop(ctx: Context): Promise<Looked> {
  const { agent } = ctx.principal
  const budget = agent ? await ctx.tx.row(budgetOf, { org: ctx.org, agent }) : undefined
  if (agent && budget) await lockAgent(ctx, agent)
  return { agent, limited: budget !== undefined }
}

/** Stops an agent that has used up its budget. No person stopped it, so the reason says what did. */
export async function enforceBudget(ctx: Context, agent: string | null, looked?: Looked): Promise<boolean> {
  if (looked && looked.agent === agent && !looked.limited) return false
  if (!agent || !(await reachedBudget(ctx, agent))) return false
  await haltAgent(ctx, await requireAgent(ctx, agent), 'over_budget', null)
  return true
}
