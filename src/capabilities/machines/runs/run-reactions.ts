import type { Context } from '../../../kernel/context.ts'
import { silentAfter } from '../../agents/instances/instance.ts'
import { mentionedAgents } from '../../agents/agents/find-agents.ts'
import { isPerson } from '../../work/leases/lease.ts'
import { absentAmong, dispatchedTasksOf } from './dispatch.queries.ts'
import { stopAttempt } from './end-attempt.ts'
import { findDispatch, queueRun } from './queue-run.ts'
import { continued, openRunOf, openRunsOfAgent, waitingRun, type RunReason, type RunRow } from './runs.queries.ts'

interface Item {
  id: string
  kind: string
  project_id: string
  status: string
  assignee_agent_id: string | null
  deleted_at: string | null
}

const isClosed = ({ status, deleted_at }: Pick<Item, 'status' | 'deleted_at'>): boolean =>
  status === 'complete' || status === 'cancelled' || deleted_at !== null

/** When a person creates a task for an agent, the agent is started on it. */
export const startAssigned = (ctx: Context, { item }: { item: Item }): Promise<void> => start(ctx, item, item.assignee_agent_id, 'assigned')

/** When a person assigns a task to an agent, that agent is started on it; a run of the previous one is stopped. */
export async function taskReassigned(ctx: Context, { item, changed }: { item: Item; changed: string[] }): Promise<void> {
  const assigned = changed.includes('assignee_agent_id') || changed.includes('assignee_id')
  if (!assigned && !changed.includes('status')) return
  const open = await ctx.tx.row(openRunOf, { org: ctx.org, task: item.id })
  if (open && isObsolete(open, item, assigned))
    await stopAttempt(ctx, open.id, assigned ? 'The task was assigned anew.' : `The task is ${item.status}.`)
  if (changed.includes('assignee_agent_id')) await start(ctx, item, item.assignee_agent_id, 'assigned')
}

/** A run that has started ends by itself when its task is complete, since it is usually the one that completed it. */
const isObsolete = (open: RunRow, item: Item, assigned: boolean): boolean =>
  (assigned && open.agent_id !== item.assignee_agent_id) || (isClosed(item) && open.state === 'queued')

/** A person's mention starts an agent without a live session; one that has a session is notified there. */
export async function startMentioned(
  ctx: Context,
  { comment, item }: { comment: { body: string; source_author: string | null }; item: Item },
): Promise<void> {
  if (!isPerson(ctx) || item.kind !== 'task' || comment.source_author !== null) return
  const agents = await mentionedAgents(ctx, comment.body)
  if (agents.length === 0) return
  const since = new Date(ctx.clock.now().getTime() - silentAfter)
  for (const { id } of await ctx.tx.rows(absentAmong, { org: ctx.org, agents, since })) await start(ctx, item, id, 'mentioned')
}

/** Continues the run that asked with the answer, on its machine and in its worktree if they are still there. */
export async function startAnswered(
  ctx: Context,
  { comment, item }: { comment: { author_agent_id: string | null }; item: Item },
): Promise<void> {
  const { author_agent_id: agent } = comment
  if (!isPerson(ctx) || !agent || isClosed(item)) return
  const asked = await ctx.tx.row(waitingRun, { org: ctx.org, task: item.id, agent })
  if (!asked) return
  // It is judged by what it left when it asked; the run that goes on with it finds that in its worktree.
  const { base, head, dirty_files } = asked
  const state = head !== null && head !== base && dirty_files === 0 ? 'done' : 'unfinished'
  await ctx.tx.rows(continued, { org: ctx.org, id: asked.id, state, error: state === 'done' ? null : 'A later run goes on with its work.' })
  const { workspace_id: workspace, client, id: continues } = asked
  await queueRun(ctx, { task: item, agent, workspace, client, reason: 'answered', continues })
}

/** When a person sends a feature back, the agents that have its tasks are started. */
export async function startSentBack(ctx: Context, { feature, reason }: { feature: { id: string }; reason: string }): Promise<void> {
  if (!isPerson(ctx) || reason !== 'person') return
  for (const { agent_id, ...task } of await ctx.tx.rows(dispatchedTasksOf, { org: ctx.org, feature: feature.id })) {
    await queueFor(ctx, task, agent_id, 'sent_back')
  }
}

/** Stopping an agent stops all its runs. */
export async function stopRunsOf(ctx: Context, { agent }: { agent: { id: string } }): Promise<void> {
  for (const { id } of await ctx.tx.rows(openRunsOfAgent, { org: ctx.org, agent: agent.id }))
    await stopAttempt(ctx, id, 'The agent was stopped.')
}

async function start(ctx: Context, item: Item, agent: string | null, reason: RunReason): Promise<void> {
  if (agent && isPerson(ctx) && item.kind === 'task' && !isClosed(item)) await queueFor(ctx, item, agent, reason)
}

async function queueFor(ctx: Context, task: { id: string; project_id: string }, agent: string, reason: RunReason): Promise<void> {
  const dispatch = await findDispatch(ctx, agent)
  if (dispatch) await queueRun(ctx, { task, agent, workspace: dispatch.workspace.id, client: dispatch.client, reason })
}
