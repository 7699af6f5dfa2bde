import type { Context } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { isAdmin } from '../teams/require-team.ts'
import { namesHere } from '../names-here.ts'
import { lastId } from '../paging.ts'
import * as queries from './agents.queries.ts'
import type { AgentRow } from './agents.queries.ts'

export type { AgentRow }

const mostNamed = 10

async function missing(ctx: Context, name: string): Promise<Refusal> {
  const some = await ctx.tx.rows(queries.agents, [ctx.org, lastId, mostNamed, null])
  const slugs = some.map(({ slug }) => slug)
  return notFound('agent', name, namesHere('Agents', slugs, 'Use list_agents to find its slug.'))
}

export const findAgent = (ctx: Context, name: string): Promise<AgentRow | undefined> =>
  ctx.tx.row(isId(name) ? queries.agentById : queries.agentBySlug, [ctx.org, name])

/** An agent the caller may see, by slug or id. */
export async function requireAgent(ctx: Context, name: string): Promise<AgentRow> {
  const agent = await findAgent(ctx, name)
  if (!agent) throw await missing(ctx, name)
  return agent
}

/** One that the caller may change, locked: its owner and admins. */
export async function requireOwnAgent(ctx: Context, name: string, which: 'live' | 'deleted' = 'live'): Promise<AgentRow> {
  const [byId, bySlug] = which === 'live' ? [queries.lockedById, queries.lockedBySlug] : [queries.deletedById, queries.deletedBySlug]
  const agent = await ctx.tx.row(isId(name) ? byId : bySlug, [ctx.org, name])
  if (!agent) throw await missing(ctx, name)
  if (agent.owner_id === ctx.principal.user || isAdmin(ctx)) return agent
  throw new Refusal('forbidden', 'Only its owner or an admin may change this agent.')
}
