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

/** An agent the caller may see, by slug, name or id; `me` is the one that asks. */
export async function findAgent(ctx: Context, name: string): Promise<AgentRow | undefined> {
  const meant = name === 'me' && ctx.principal.agent ? ctx.principal.agent : name
  return (await ctx.tx.row(isId(meant) ? queries.agentById : queries.agentBySlug, [ctx.org, meant])) ?? named(ctx, meant)
}

/** For whoever acts for nobody, or has shown before that they may: past who sees it. */
export const agentForSystem = (ctx: Context, id: string): Promise<AgentRow | undefined> => ctx.tx.row(queries.agentForSystem, [ctx.org, id])

export async function requireAgent(ctx: Context, name: string): Promise<AgentRow> {
  const agent = await findAgent(ctx, name)
  if (!agent) throw await missing(ctx, name)
  return agent
}

/** Of several with one name, the caller's own if only one is. */
async function named(ctx: Context, name: string): Promise<AgentRow | undefined> {
  const found = await ctx.tx.rows(queries.agentsNamed, [ctx.org, name])
  const own = found.filter(({ owner_id }) => owner_id === ctx.principal.user)
  const meant = own.length > 0 ? own : found
  if (meant.length < 2) return meant[0]
  const slugs = meant.map(({ slug }) => slug)
  throw new Refusal('conflict', namesHere('Several agents have this name', slugs, 'Use one of these slugs.').replace(' here:', ':'))
}

/** One that the caller may change, locked: its owner and admins. */
export async function requireOwnAgent(ctx: Context, name: string, which: 'live' | 'deleted' = 'live'): Promise<AgentRow> {
  const [byId, bySlug] = which === 'live' ? [queries.lockedById, queries.lockedBySlug] : [queries.deletedById, queries.deletedBySlug]
  const meant = which === 'live' ? (await requireAgent(ctx, name)).id : name
  const agent = await ctx.tx.row(isId(meant) ? byId : bySlug, [ctx.org, meant])
  if (!agent) throw await missing(ctx, name)
  if (agent.owner_id === ctx.principal.user || isAdmin(ctx)) return agent
  throw new Refusal('forbidden', 'Only its owner or an admin may change this agent.')
}
