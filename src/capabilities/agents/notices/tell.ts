import type { Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { mentionedAgents } from '../agents/find-agents.ts'
import { membersWhoSee } from '../../projects/project-visibility.ts'
import type { NoticeKind } from './notice-words.ts'
import { concernedByComment, concernedByMention, concernedByUnblocking, insertNotice, nameOf } from './notices.queries.ts'

interface Lease {
  key: string
  lease_instance_id: string | null
  fence: string | null
}

interface Session {
  id: string
  instance_id: string | null
}

interface Addressee {
  instance: string | null
  fence?: string | null
}

/** Leaves a notice for an instance in the transaction that it reports on, so that both commit or neither does. */
function tell(ctx: Context, kind: NoticeKind, { instance, fence = null }: Addressee, details: object): void {
  if (instance === null && fence === null) return
  ctx.tx.beforeCommit(insertNotice, {
    org: ctx.org,
    id: newId(),
    instance,
    kind,
    fence,
    details: JSON.stringify(details),
    now: ctx.clock.now(),
  })
}

/** The actor's name, as the notice shows it. */
export async function actor(ctx: Context): Promise<string | null> {
  const { agent, user } = ctx.principal
  const named = await ctx.tx.row(nameOf, { org: ctx.org, agent, user })
  return named?.agent ?? (named?.user ? `@${named.user}` : null)
}

/** `taker` is the instance that has claimed the task since; one that reclaims its own task isn't told. */
export async function tellLeaseExpired(
  ctx: Context,
  { key, lease_instance_id: instance, fence }: Lease,
  taker: string | null,
): Promise<void> {
  if (instance === null || instance === taker) return
  tell(ctx, 'lease_expired', { instance, fence }, { task: key, by: taker === null ? null : await actor(ctx) })
}

export async function tellLeaseClosed(ctx: Context, { key, lease_instance_id: instance, fence }: Lease): Promise<void> {
  tell(ctx, 'lease_expired', { instance, fence }, { task: key, closed_by: await actor(ctx) })
}

export async function tellLeaseOverridden(ctx: Context, { key, lease_instance_id: instance, fence }: Lease): Promise<void> {
  tell(ctx, 'lease_overridden', { instance, fence }, { task: key, by: await actor(ctx) })
}

export async function tellLeaseReleased(ctx: Context, { key, lease_instance_id: instance, fence }: Lease): Promise<void> {
  tell(ctx, 'lease_released', { instance, fence }, { task: key, by: await actor(ctx) })
}

/** The session stays the same, so only the old fence identifies whom to tell. */
export async function tellFenceRenewed(ctx: Context, { key, fence }: Lease): Promise<void> {
  tell(ctx, 'fence_renewed', { instance: null, fence }, { task: key })
}

export function tellSessionTaken(ctx: Context, before: Session, after: Session, passed: readonly Lease[], by: string | null): void {
  if (before.instance_id === null || before.instance_id === after.instance_id) return
  const tasks = passed.map(({ key }) => key)
  tell(ctx, 'session_taken_over', { instance: before.instance_id }, { session: before.id, resumed_as: after.id, by, tasks })
  for (const { key: task, fence } of passed) tell(ctx, 'lease_taken_over', { instance: before.instance_id, fence }, { task, by })
}

export async function tellSessionEnded(ctx: Context, { id, instance_id: instance }: Session): Promise<void> {
  tell(ctx, 'session_ended', { instance }, { session: id, by: await actor(ctx) })
}

/** Tells holders and running sessions of the assigned agents that their tasks, which waited only for this one, can start. */
export async function tellUnblocked(ctx: Context, { id, key }: { id: string; key: string }): Promise<void> {
  for (const { task, instance_id } of await ctx.tx.rows(concernedByUnblocking, { org: ctx.org, id })) {
    tell(ctx, 'task_unblocked', { instance: instance_id }, { task, after: key })
  }
}

/** For comments by an agent or a program; the notice doesn't repeat their text. */
export async function tellOfComment(ctx: Context, { id, key }: { id: string; key: string }, mentioned: readonly string[]): Promise<void> {
  const values = { org: ctx.org, id, agent: ctx.principal.agent, mentioned, now: ctx.clock.now() }
  const concerned = await ctx.tx.rows(concernedByComment, values)
  const by = concerned.length > 0 ? await actor(ctx) : null
  for (const { instance_id, holds } of concerned) {
    tell(ctx, holds ? 'comment_on_held' : 'comment_mention', { instance: instance_id }, { task: key, by })
  }
}

interface Mentioning {
  ref: string
  /** Null: everybody in the organization sees it. */
  project_id: string | null
  /** The tool that shows the text. */
  tool: 'get_decision' | 'get_feature'
}

/** Tells the running sessions of agents that a discussion or review mentions, if the session's owner may see the project. */
export async function tellMentioned(ctx: Context, { ref, project_id, tool }: Mentioning, text: string): Promise<void> {
  const named = (await mentionedAgents(ctx, text)).filter((agent) => agent !== ctx.principal.agent)
  if (named.length === 0) return
  const concerned = await ctx.tx.rows(concernedByMention, { org: ctx.org, agents: named })
  const owners = concerned.map(({ owner_id }) => owner_id)
  const seeing = new Set(project_id === null ? owners : await membersWhoSee(ctx, project_id, owners))
  const by = await actor(ctx)
  for (const { instance_id, owner_id } of concerned) {
    if (seeing.has(owner_id)) tell(ctx, 'mention', { instance: instance_id }, { ref, tool, by })
  }
}
