import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { newFence } from '../../../platform/secrets.ts'
import { together } from '../../../platform/together.ts'
import { tellFenceRenewed, tellLeaseExpired } from '../../agents/notices/tell.ts'
import { callerKeys, enterInstance, holdingWindow, instanceValues, type Keys } from '../../agents/instances/instance.ts'
import { requireProject } from '../../projects/require-project.ts'
import { changeItem } from '../items/change-item.ts'
import { holdOffStop } from '../../agents/agents/agent-lock.ts'
import { requireOpenSession } from '../../agents/sessions/require-session.ts'
import { heldBy, isHolder, isLive, isProvenHolder, noLease, passLease, requireHolder, type Windows } from './lease.ts'
import { requireItem, toTask } from '../items/require-item.ts'
import { taskClaimed } from '../items/work-items.events.ts'
import * as queries from '../items/work-items.queries.ts'
import type { ClaimedRow, FullRow } from '../items/work-items.queries.ts'

/** Who a lease will belong to: the named session, else the calling instance. */
interface Holder {
  lease_holder: string
  lease_instance_id: string | null
}

export interface LeaseRequest {
  action: 'claim' | 'renew' | 'release'
  task?: string | undefined
  project?: string | undefined
  fence?: string | undefined
  minutes: number
  session?: string | undefined
  client_session?: string | undefined
}

/** A task and, if it was just claimed, its words in the form that a search asks for. */
type Leased = FullRow & Partial<Pick<ClaimedRow, 'words'>>

/** Claims a task, or renews or releases its lease, and returns the task as it is then. */
export async function changeLease(outer: Context, input: LeaseRequest): Promise<Leased> {
  const ctx = together(outer)
  const { action, task: name, project: within, fence, minutes } = input
  const until = new Date(ctx.clock.now().getTime() + minutes * 60_000)
  if (action === 'claim' && name === undefined) return claimNext(ctx, input, until)
  if (name === undefined) throw new Refusal('invalid', `Name the task to ${action}.`)
  // The lock that holds off a stop is taken before any other.
  const [, holder, row, read, holding] = await Promise.all([
    holdOffStop(ctx),
    action === 'claim' ? holderFor(ctx, input) : input.session === undefined ? undefined : requireOpenSession(ctx, input),
    requireItem(ctx, 'task', name, 'write', { project: within }),
    action === 'claim' ? wordsOf(ctx, name) : undefined,
    action === 'claim' ? undefined : holdingWindow(ctx, name),
  ])
  const keys = callerKeys(ctx, input.client_session)
  if (action === 'renew') return renew(ctx, row, fence, until, { keys, holding })
  if (action === 'release') return release(ctx, row, fence, { keys, holding })
  const claimed = isLive(row, ctx.clock.now())
    ? await claimAgain(ctx, row, holder as Holder, until, keys)
    : await claimThis(ctx, row, holder as Holder, until)
  return { ...claimed, ...read }
}

/** By whatever name it is called; a task that the caller can't see isn't claimed, and its words go unused. */
const wordsOf = (ctx: Context, name: string) =>
  ctx.tx.row(isId(name) ? queries.wordsById : queries.wordsByKey, { org: ctx.org, name: isId(name) ? name : name.toUpperCase() })

async function holderFor(
  ctx: Context,
  { session, client_session }: { session?: string | undefined; client_session?: string | undefined },
): Promise<Holder> {
  if (session !== undefined) {
    const { id, instance_id } = await requireOpenSession(ctx, { session, client_session })
    return { lease_holder: id, lease_instance_id: instance_id }
  }
  const instance = await enterInstance(ctx, callerKeys(ctx, client_session))
  return { lease_holder: instance, lease_instance_id: instance }
}

/** Claims the best ready task in one statement or, if there is none, one whose holder has let the lease expire. */
async function claimNext(ctx: Context, { project: within, session, client_session }: LeaseRequest, until: Date): Promise<Leased> {
  const keys = instanceValues(ctx, callerKeys(ctx, client_session))
  const claim = (project: string | undefined) =>
    ctx.tx.row(queries.claimNext, { ...keys, project: project ?? null, session: session ?? null, until, fence: newFence() })
  // The session is checked at the same time: if it isn't the caller's, nothing stays claimed.
  const [first] = await Promise.all([
    claim(within),
    session === undefined ? undefined : requireOpenSession(ctx, { session, client_session }),
  ])
  const claimed = first ?? (await claimByName(ctx, within, claim))
  if (!claimed)
    throw new Refusal('not_found', 'No task is ready: all are done, blocked, assigned to others or held. Create one, or try again later.')
  const { old_instance_id, old_fence, words, ...row } = claimed
  await tellLeaseExpired(ctx, { key: row.key, lease_instance_id: old_instance_id, fence: old_fence }, row.lease_instance_id)
  return { ...(await announce(ctx, row, until)), words }
}

/** Nothing was claimed: because of the agent, because of the project, or because the project was named by something other than its slug. */
async function claimByName<Claimed>(
  ctx: Context,
  within: string | undefined,
  claim: (project: string) => Promise<Claimed>,
): Promise<Claimed | undefined> {
  await holdOffStop(ctx)
  if (within === undefined) return undefined
  const { id, slug } = await requireProject(ctx, within, 'write')
  return within === slug || within === id ? undefined : claim(id)
}

async function claimThis(ctx: Context, row: FullRow, holder: Holder, until: Date): Promise<FullRow> {
  if (row.status === 'complete' || row.status === 'cancelled') {
    throw new Refusal('conflict', `${row.key} is ${row.status}. Set its status to todo first if it must be done again.`)
  }
  if (row.blocked)
    throw new Refusal('conflict', `${row.key} is blocked by open tasks. {getTask} lists them under blocked_by; do one of those first.`)
  const { user, agent } = ctx.principal
  const lease = { ...holder, lease_user_id: user, lease_agent_id: agent, fence: newFence(), lease_fence: row.lease_fence + 1 }
  if (row.lease_holder) await tellLeaseExpired(ctx, row, holder.lease_instance_id)
  return announce(
    ctx,
    await changeItem(ctx, row, { ...lease, lease_until: until.toISOString(), status: 'in_progress' }, 'held', [], 'last'),
    until,
  )
}

/**
 * The holder may have lost the fence, to a compaction or a broken connection, and gets it again. If its window can't be told from others, naming the
 * session that holds the lease gets a new fence: whoever has the old one is then shut out and notified.
 */
async function claimAgain(ctx: Context, row: FullRow, holder: Holder, until: Date, keys: Keys): Promise<FullRow> {
  const lease_until = row.lease_until && row.lease_until > until.toISOString() ? row.lease_until : until.toISOString()
  if (row.fence !== null && (await isProvenHolder(ctx, row, keys))) return changeItem(ctx, row, { lease_until })
  if (row.lease_holder !== holder.lease_holder || !(await isHolder(ctx, row, keys))) throw await heldBy(ctx, row, { keys })
  if (row.fence !== null) await tellFenceRenewed(ctx, row)
  const lease = { lease_instance_id: holder.lease_instance_id, fence: newFence(), lease_fence: row.lease_fence + 1, lease_until }
  return announce(ctx, await changeItem(ctx, row, lease), new Date(lease_until))
}

async function announce(ctx: Context, row: FullRow, until: Date): Promise<FullRow> {
  ctx.emit(taskClaimed, { item: toTask(row) })
  ctx.target(row.id)
  await ctx.enqueue('expireLease', { task_id: row.id, fence: row.lease_fence }, { startAfter: until })
  return row
}

async function renew(ctx: Context, row: FullRow, fence: string | undefined, until: Date, windows: Windows): Promise<FullRow> {
  if (!row.lease_holder) throw nobodyHolds(row)
  await requireHolder(ctx, row, fence, windows)
  return changeItem(ctx, row, { lease_until: until.toISOString() }, 'held', [], 'last')
}

async function release(ctx: Context, row: FullRow, fence: string | undefined, windows: Windows): Promise<FullRow> {
  if (!row.lease_holder) throw nobodyHolds(row)
  const pass = await passLease(ctx, row, fence, windows)
  return changeItem(ctx, row, { ...noLease, status: row.status === 'in_progress' ? 'todo' : row.status }, pass, [], 'last')
}

const nobodyHolds = (row: FullRow) => new Refusal('conflict', `No one has claimed ${row.key}. Claim it first.`)

/** What a task belongs to, what it blocks, and who is working near it. */
export async function surroundingsOf(ctx: Context, row: FullRow) {
  const [line, blocks, held_nearby] = await Promise.all([
    ctx.tx.rows(queries.parentsOf, { org: ctx.org, id: row.id }),
    ctx.tx.rows(queries.blocks, { org: ctx.org, id: row.id }),
    ctx.tx.rows(queries.heldNearby, {
      org: ctx.org,
      project_id: row.project_id,
      id: row.id,
      now: ctx.clock.now(),
      parent_id: row.parent_id,
    }),
  ])
  return { parents: line.slice(1).map(({ parent_id: _, ...link }) => link), blocks, held_nearby }
}
