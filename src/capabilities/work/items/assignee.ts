import { userOf, type Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { findAgent, requireAgent } from '../../agents/agents/require-agent.ts'
import { findMember, membersHere } from '../../organizations/organizations/require-member.ts'
import * as queries from './work-items.queries.ts'
import type { Assignee, ItemRow } from './work-items.queries.ts'

interface Named {
  assignee?: string | null | undefined
  assignee_agent?: string | null | undefined
}

interface Assignment {
  assignee_id?: string | null
  assignee_agent_id?: string | null
}

/** A member by handle, an agent by slug, either by id, or `me`: the calling person, or the one the calling agent acts for. */
export async function requireAssignee(ctx: Context, name: string): Promise<{ person: string } | { agent: string }> {
  if (name === 'me') return { person: userOf(ctx) }
  // If a member and an agent share a name, the member wins; `assignee_agent` names the agent.
  const member = await findMember(ctx, name)
  if (member) return { person: member.user_id }
  const agent = await findAgent(ctx, name)
  if (agent) return { agent: agent.id }
  throw notFound('member or agent', name, await membersHere(ctx))
}

/** A task has one assignee, a person or an agent; naming one unassigns the other. */
export async function resolveAssignee(ctx: Context, { assignee, assignee_agent }: Named): Promise<Assignment> {
  const given = assignee ? await requireAssignee(ctx, assignee) : null
  const agent = assignee_agent ? (await requireAgent(ctx, assignee_agent)).id : given && 'agent' in given ? given.agent : null
  if (agent) return { assignee_id: null, assignee_agent_id: agent }
  if (given && 'person' in given) return { assignee_id: given.person, assignee_agent_id: null }
  if (assignee === null) return { assignee_id: null, assignee_agent_id: null }
  return assignee_agent === null ? { assignee_agent_id: null } : {}
}

/** The assignee of an item, in the form used by every answer. */
export async function assigneeOf(ctx: Context, item: Pick<ItemRow, 'assignee_id' | 'assignee_agent_id'>): Promise<Assignee | null> {
  const row = await ctx.tx.row(queries.assigneeOf, {
    org: ctx.org,
    assignee_id: item.assignee_id,
    assignee_agent_id: item.assignee_agent_id,
  })
  return row?.assignee ?? null
}
