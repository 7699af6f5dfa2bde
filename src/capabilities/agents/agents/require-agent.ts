import type { Context } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { isAdmin } from '../../organizations/teams/require-team.ts'
import { namesHere } from '../../names-here.ts'
import { lastId } from '../../paging.ts'
import * as queries from './agents.queries.ts'
import type { AgentRow } from './agents.queries.ts'

export type { AgentRow }

const maxNamed = 10

async function missing(ctx: Context, name: string): Promise<Refusal> {
  const some = await ctx.tx.rows(queries.agents, { org: ctx.org, before: lastId, limit: maxNamed, within: null })
  const slugs = some.map(({ slug }) => slug)
  return notFound('agent', name, namesHere('Agents', slugs, 'Use {listAgents} to find its slug.'))
}

/** An agent the caller may see, by slug, name or id; `me` is the calling agent. */
export async function findAgent(ctx: Context, name: string): Promise<AgentRow | undefined> {
  const meant = name === 'me' && ctx.principal.agent ? ctx.principal.agent : name
  return (await ctx.tx.row(isId(meant) ? queries.agentById : queries.agentBySlug, { org: ctx.org, name: meant })) ?? named(ctx, meant)
}

/** Skips the visibility check: for callers that act for no user, or whose access has been checked before. */
export const agentForSystem = (ctx: Context, id: string): Promise<AgentRow | undefined> =>
  ctx.tx.row(queries.agentForSystem, { org: ctx.org, id })

export async function requireAgent(ctx: Context, name: string): Promise<AgentRow> {
  const agent = await findAgent(ctx, name)
  if (!agent) throw await missing(ctx, name)
  return agent
}

/** Of several agents with the same name, the caller's own if there is exactly one. */
async function named(ctx: Context, name: string): Promise<AgentRow | undefined> {
  const found = await ctx.tx.rows(queries.agentsNamed, { org: ctx.org, name })
  const own = found.filter(({ owner_id }) => owner_id === ctx.principal.user)
  const meant = own.length > 0 ? own : found
  if (meant.length < 2) return meant[0]
  const slugs = meant.map(({ slug }) => slug)
  throw new Refusal('conflict', namesHere('Several agents have this name', slugs, 'Use one of these slugs.').replace(' here:', ':'))
}

/** Locks an agent that the caller may change, as its owner or as an admin. */
export async function requireOwnAgent(ctx: Context, name: string, which: 'live' | 'deleted' = 'live'): Promise<AgentRow> {
  const [byId, bySlug] = which === 'live' ? [queries.lockedById, queries.lockedBySlug] : [queries.deletedById, queries.deletedBySlug]
  const meant = which === 'live' ? (await requireAgent(ctx, name)).id : name
  const agent = await ctx.tx.row(isId(meant) ? byId : bySlug, { org: ctx.org, name: meant })
  if (!agent) throw await missing(ctx, name)
  if (agent.owner_id === ctx.principal.user || isAdmin(ctx)) return agent
  throw new Refusal('forbidden', 'Only its owner or an admin may change this agent.')
}

/** Whether the agent exists and isn't deleted, without a visibility check. */
export const isActiveAgent = async (ctx: Context, id: string): Promise<boolean> =>
  (await ctx.tx.row(queries.isActive, { org: ctx.org, id })) !== undefined
