import type { Context } from '../../../kernel/context.ts'
import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAgent, requireOwnAgent, type AgentRow } from '../../agents/agents/require-agent.ts'
import { requireWorkspace, requireWorkspaceRole } from '../workspaces/require-workspace.ts'
import * as queries from './dispatch.queries.ts'
import { findDispatch } from './queue-run.ts'
import * as contracts from './runs.contract.ts'
import { dispatchChanged } from './runs.events.ts'
import { requirePersonHere } from './runs.operations.ts'

export const getAgentDispatch = implement(contracts.getAgentDispatch, async (ctx, { agent }) => {
  const { id } = await requireAgent(ctx, agent)
  return { dispatch: (await findDispatch(ctx, id)) ?? null }
})

export const listWorkspaceAgents = implement(contracts.listWorkspaceAgents, async (ctx, { workspace }) => {
  const { id } = await requireWorkspace(ctx, workspace)
  return { items: await ctx.tx.rows(queries.dispatchedIn, { org: ctx.org, workspace: id }) }
})

/** A run acts on behalf of the agent's owner, so only the owner may set where its runs start. */
async function requireOwnersAgent(ctx: Context, name: string): Promise<AgentRow> {
  requirePersonHere(ctx)
  const agent = await requireOwnAgent(ctx, name)
  if (agent.owner_id !== userOf(ctx))
    throw new Refusal('forbidden', 'Only its owner can set where this agent is started, because it acts for them.')
  return agent
}

export const setAgentDispatch = implement(contracts.setAgentDispatch, async (ctx, { agent: name, workspace: where, client, at_once }) => {
  const agent = await requireOwnersAgent(ctx, name)
  const workspace = await requireWorkspaceRole(ctx, where, 'editor')
  await ctx.tx.rows(queries.setDispatch, {
    ...{ org: ctx.org, agent: agent.id, workspace: workspace.id, client, at_once },
    now: ctx.clock.now(),
  })
  ctx.emit(dispatchChanged, { agent: { id: agent.id, slug: agent.slug }, workspace_id: workspace.id })
  ctx.target(agent.id)
  return ctx.tx.one(queries.dispatchOf, { org: ctx.org, agent: agent.id })
})

export const clearAgentDispatch = implement(contracts.clearAgentDispatch, async (ctx, { agent: name }) => {
  const agent = await requireOwnersAgent(ctx, name)
  const cleared = await ctx.tx.row(queries.clearDispatch, { org: ctx.org, agent: agent.id })
  if (cleared) ctx.emit(dispatchChanged, { agent: { id: agent.id, slug: agent.slug }, workspace_id: null })
  ctx.target(agent.id)
  return { agent_id: agent.id, cleared: cleared !== undefined }
})
