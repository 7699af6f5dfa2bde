import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decisionsForTask } from '../../decisions/decisions-for-task.ts'
import { memoriesFor } from '../../memory/memories-for.ts'
import { requireProject } from '../../projects/require-project.ts'
import { changeItem } from '../change-item.ts'
import { holdOffStop } from '../../agent-control/agent-lock.ts'
import { requireOpenSession } from '../../sessions/require-session.ts'
import { heldBy, isLive, noLease, passLease } from './lease.ts'
import { requireItem, toTask } from '../require-item.ts'
import * as contracts from '../work-items.contract.ts'
import { taskClaimed } from '../work-items.events.ts'
import * as queries from '../work-items.queries.ts'
import type { FullRow } from '../work-items.queries.ts'

export const claimTask = implement(contracts.claimTask, async (ctx, input) => {
  const { action, task: name, project: within, fence, minutes } = input
  const until = new Date(ctx.clock.now().getTime() + minutes * 60_000)
  await holdOffStop(ctx)
  // Two windows may share one token, so who works in no session gets a name of its own.
  const holder = input.session === undefined ? newId() : (await requireOpenSession(ctx, input.session)).id
  if (action === 'claim' && name === undefined) return brief(ctx, await claimNext(ctx, within, holder, until), true)
  if (name === undefined) throw new Refusal('invalid', `Name the task to ${action}.`)
  const row = await requireItem(ctx, 'task', name, 'write', { project: within })
  if (action === 'claim') return brief(ctx, await claimThis(ctx, row, holder, until), true)
  if (action === 'renew') return brief(ctx, await renew(ctx, row, fence, until))
  return brief(ctx, await release(ctx, row, fence))
})

/** The best ready task in one statement; then, if there is none, one whose holder has let its lease run out. */
async function claimNext(ctx: Context, within: string | undefined, holder: string, until: Date): Promise<FullRow> {
  const project = within === undefined ? null : (await requireProject(ctx, within, 'write')).id
  const { user, agent } = ctx.principal
  const values = [ctx.org, project, holder, until, ctx.clock.now(), user, agent]
  const claimed = (await ctx.tx.row(queries.claimReady, values)) ?? (await ctx.tx.row(queries.claimExpired, values))
  if (!claimed)
    throw new Refusal('not_found', 'No task is ready: all are done, blocked, assigned to others or held. Create one, or try again later.')
  return announce(ctx, await requireItem(ctx, 'task', claimed.id, 'read'), until)
}

async function claimThis(ctx: Context, row: FullRow, lease_holder: string, until: Date): Promise<FullRow> {
  if (isLive(row, ctx.clock.now())) throw heldBy(row, 'Wait until it is released')
  if (row.status === 'complete' || row.status === 'cancelled') {
    throw new Refusal('conflict', `${row.key} is ${row.status}. Set its status to todo first if it must be done again.`)
  }
  if (row.blocked)
    throw new Refusal('conflict', `${row.key} is blocked by open tasks. get_task lists them under blocked_by; do one of those first.`)
  const { user, agent } = ctx.principal
  const holder = { lease_holder, lease_user_id: user, lease_agent_id: agent }
  const lease = { ...holder, lease_until: until.toISOString(), lease_fence: row.lease_fence + 1 }
  return announce(ctx, await changeItem(ctx, row, { ...lease, status: 'in_progress' }), until)
}

async function announce(ctx: Context, row: FullRow, until: Date): Promise<FullRow> {
  ctx.emit(taskClaimed, { item: toTask(row) })
  ctx.target(row.id)
  await ctx.enqueue('expireLease', { task_id: row.id, fence: row.lease_fence }, { startAfter: until })
  return row
}

async function renew(ctx: Context, row: FullRow, fence: number | undefined, until: Date): Promise<FullRow> {
  if (!row.lease_holder || fence !== row.lease_fence) throw notYours(row)
  return changeItem(ctx, row, { lease_until: until.toISOString() })
}

async function release(ctx: Context, row: FullRow, fence: number | undefined): Promise<FullRow> {
  if (!row.lease_holder) throw notYours(row)
  const pass = passLease(ctx, row, fence)
  return changeItem(ctx, row, { ...noLease, status: row.status === 'in_progress' ? 'todo' : row.status }, pass)
}

function notYours(row: FullRow): Refusal {
  if (row.lease_holder) return heldBy(row, 'Send the fence you got from claim_task')
  return new Refusal('conflict', `Nobody holds ${row.key}. Claim it first.`)
}

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
  const { lease_holder: holder, lease_until: until, lease_fence: fence } = row
  const parents = line.slice(1).map(({ parent_id: _, ...link }) => link)
  return { task: toTask(row), lease: holder && until ? { holder, fence, until } : null, parents, blocks, held_nearby, decisions, memories }
}

const longestMemory = 400

async function learntFor(ctx: Context, { project_id: project, title, description }: FullRow) {
  const { agent } = ctx.principal
  const found = await memoriesFor(ctx, { project, agent, text: `${title}\n${description}`, limit: 4 })
  return found.map(({ id, content, trust }) => ({
    id,
    content: content.length <= longestMemory ? content : `${content.slice(0, longestMemory).toWellFormed()}…`,
    trust,
  }))
}
