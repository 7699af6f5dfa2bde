import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { agentByName, type AgentRow } from './agents.queries.ts'

/** An agent of the current organization by slug or id. */
export async function requireAgent(ctx: Context, name: string): Promise<AgentRow> {
  const agent = await ctx.tx.row(agentByName, [ctx.org, name])
  if (!agent) throw notFound('agent', name, 'An agent is made when its token is first used.')
  return agent
}
