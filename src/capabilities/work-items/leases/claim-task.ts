import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newFence } from '../../../platform/secrets.ts'
import { tellFenceRenewed, tellLeaseExpired } from '../../agent-notices/tell.ts'
import { decisionsForTask } from '../../decisions/decisions-for-task.ts'
import { callerKeys, enterInstance, type Keys } from '../../instances/instance.ts'
import { memoriesFor } from '../../memory/memories-for.ts'
import { requireProject } from '../../projects/require-project.ts'
import { changeItem } from '../change-item.ts'
import { holdOffStop } from '../../agent-control/agent-lock.ts'
import { requireOpenSession } from '../../sessions/require-session.ts'
import { heldBy, isHolder, isLive, isProvenHolder, noLease, passLease } from './lease.ts'
import { requireItem, toTask } from '../require-item.ts'
import * as contracts from '../work-items.contract.ts'
import { taskClaimed } from '../work-items.events.ts'
import * as queries from '../work-items.queries.ts'
import type { FullRow } from '../work-items.queries.ts'

/** Who a lease will belong to: the session named, else the instance that calls. */
interface Holder {
  lease_holder: string
  lease_instance_id: string | null
}

export const claimTask = implement(contracts.claimTask, async (ctx, input) => {
  const { action, task: name, project: within, fence, minutes } = input
  const until = new Date(ctx.clock.now().getTime() + minutes * 60_000)
  await holdOffStop(ctx)
  if (action === 'claim') {
    const holder = await holderFor(ctx, input)
    if (name === undefined) return brief(ctx, await claimNext(ctx, within, holder, until), true)
    const row = await requireItem(ctx, 'task', name, 'write', { project: within })
    if (!isLive(row, ctx.clock.now())) return brief(ctx, await claimThis(ctx, row, holder, until), true)
    return brief(ctx, await claimAgain(ctx, row, holder, until, callerKeys(ctx, input.client_session)), true)
  }
  if (name === undefined) throw new Refusal('invalid', `Name the task to ${action}.`)
  if (input.session !== undefined) await requireOpenSession(ctx, input)
  const row = await requireItem(ctx, 'task', name, 'write', { project: within })
  return brief(ctx, action === 'renew' ? await renew(ctx, row, fence, until) : await release(ctx, row, fence))
})

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

/** The best ready task in one statement; then, if there is none, one whose holder has let its lease run out. */
async function claimNext(ctx: Context, within: string | undefined, holder: Holder, until: Date): Promise<FullRow> {
  const project = within === undefined ? null : (await requireProject(ctx, within, 'write')).id
  const { user, agent } = ctx.principal
  const values = [ctx.org, project, holder.lease_holder, until, ctx.clock.now(), user, agent, newFence(), holder.lease_instance_id]
  const claimed = (await ctx.tx.row(queries.claimReady, values)) ?? (await ctx.tx.row(queries.claimExpired, values))
  if (!claimed)
    throw new Refusal('not_found', 'No task is ready: all are done, blocked, assigned to others or held. Create one, or try again later.')
  const row = await requireItem(ctx, 'task', claimed.id, 'read')
  await tellLeaseExpired(
    ctx,
    { key: row.key, lease_instance_id: claimed.old_instance_id, fence: claimed.old_fence },
    holder.lease_instance_id,
  )
  return announce(ctx, row, until)
}

async function claimThis(ctx: Context, row: FullRow, holder: Holder, until: Date): Promise<FullRow> {
  if (row.status === 'complete' || row.status === 'cancelled') {
    throw new Refusal('conflict', `${row.key} is ${row.status}. Set its status to todo first if it must be done again.`)
  }
  if (row.blocked)
    throw new Refusal('conflict', `${row.key} is blocked by open tasks. get_task lists them under blocked_by; do one of those first.`)
  const { user, agent } = ctx.principal
  const lease = { ...holder, lease_user_id: user, lease_agent_id: agent, fence: newFence(), lease_fence: row.lease_fence + 1 }
  if (row.lease_holder) await tellLeaseExpired(ctx, row, holder.lease_instance_id)
  return announce(ctx, await changeItem(ctx, row, { ...lease, lease_until: until.toISOString(), status: 'in_progress' }), until)
}

/**
 * Who holds it already may have lost the fence, to a compaction or a broken connection, and gets it again. Where its window cannot be
 * told from others, naming the session that holds it gets a new one: then whoever has the old one is shut out and told.
 */
async function claimAgain(ctx: Context, row: FullRow, holder: Holder, until: Date, keys: Keys): Promise<FullRow> {
  const lease_until = row.lease_until && row.lease_until > until.toISOString() ? row.lease_until : until.toISOString()
  if (row.fence !== null && (await isProvenHolder(ctx, row, keys))) return changeItem(ctx, row, { lease_until })
  if (row.lease_holder !== holder.lease_holder || !(await isHolder(ctx, row, keys))) throw await heldBy(ctx, row)
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

async function renew(ctx: Context, row: FullRow, fence: string | undefined, until: Date): Promise<FullRow> {
  if (!row.lease_holder) throw nobodyHolds(row)
  if (fence === undefined || fence !== row.fence || !(await isHolder(ctx, row))) throw await heldBy(ctx, row)
  return changeItem(ctx, row, { lease_until: until.toISOString() })
}

async function release(ctx: Context, row: FullRow, fence: string | undefined): Promise<FullRow> {
  if (!row.lease_holder) throw nobodyHolds(row)
  const pass = await passLease(ctx, row, fence)
  return changeItem(ctx, row, { ...noLease, status: row.status === 'in_progress' ? 'todo' : row.status }, pass)
}

const nobodyHolds = (row: FullRow) => new Refusal('conflict', `Nobody holds ${row.key}. Claim it first.`)

/** What an agent needs to start: the task, where it belongs, what waits for it, who works next to it, and on a claim what was learnt. */
async function brief(ctx: Context, row: FullRow, starts = false) {
  const place = [ctx.org, row.id]
  const [line, blocks, held_nearby, decisions] = await Promise.all([
    ctx.tx.rows(queries.parentsOf, place),
    ctx.tx.rows(queries.blocks, place),
    ctx.tx.rows(queries.heldNearby, [ctx.org, row.project_id, row.id, ctx.clock.now(), row.parent_id]),
    decisionsForTask(ctx, row, 5),
  ])
  const memories = starts ? await learntFor(ctx, row) : []
  const { lease_holder: holder, lease_until: until, fence } = row
  const parents = line.slice(1).map(({ parent_id: _, ...link }) => link)
  return {
    task: toTask(row),
    lease: holder && until && fence ? { holder, fence, until } : null,
    parents,
    blocks,
    held_nearby,
    decisions,
    memories,
  }
}

const longestMemory = 400

const learntFor = (ctx: Context, { project_id: project, title, description }: FullRow) =>
  memoriesFor(ctx, { project, agent: ctx.principal.agent, text: `${title}\n${description}`, limit: 4, longest: longestMemory })
