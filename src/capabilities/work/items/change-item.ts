import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { changedFields } from '../../changed-fields.ts'
import { tellLeaseClosed, tellLeaseOverridden, tellUnblocked } from '../../agents/notices/tell.ts'
import { followReferences } from '../../links/text-references.ts'
import { isLive, noLease, type Pass } from '../leases/lease.ts'
import { assigneeOf } from './assignee.ts'
import { requireDates } from '../planning/dates.ts'
import { toTask, toWire } from './require-item.ts'
import { itemDeleted, itemRestored, itemUpdated, taskReleased } from './work-items.events.ts'
import * as queries from './work-items.queries.ts'
import type { FullRow } from './work-items.queries.ts'

export type Changes = Partial<Omit<FullRow, 'id' | 'key' | 'kind' | 'version' | 'updated_at' | 'assignee'>>

const closed = new Set(['complete', 'cancelled'])
const ownAffair = new Set([
  ...['lease_fence', 'lease_user_id', 'lease_instance_id', 'fence', 'deleted_with'],
  ...['completed_by', 'completed_by_agent_id', 'open_questions'],
])

const longTexts = new Set(['description', 'completion_notes', 'rank'])

export function requireVersion(row: FullRow, version: number | undefined): void {
  if (version === undefined || version === row.version) return
  throw new Refusal(
    'stale_version',
    `Someone changed ${row.key} in the meantime; it is at version ${row.version}. Read it again and repeat.`,
  )
}

/**
 * Stores the named fields of a locked row; a task that is closed or deleted gives up its lease. Emits what happened, including what changed `beside`
 * the row: its dependencies, its links. With `last`, the row is sent with COMMIT, if nothing reads it again.
 */
export async function changeItem(
  ctx: Context,
  before: FullRow,
  wanted: Changes,
  pass: Pass = 'held',
  beside: readonly string[] = [],
  stored: 'now' | 'last' = 'now',
): Promise<FullRow> {
  const now = ctx.clock.now()
  const changes: Changes = { ...wanted }
  if (changes.status && changes.status !== before.status) Object.assign(changes, completion(ctx, changes.status, now))
  // Nobody waits for an answer on a task that has ended: a trigger lets its questions expire.
  const ends = closed.has(changes.status ?? '') || changes.deleted_at
  if (before.open_questions > 0 && ends && isOpen(before)) changes.open_questions = 0
  if (before.lease_holder && (ends || pass === 'overridden')) Object.assign(changes, noLease)
  // A task completed by its holder keeps the fence and the instance: the answer may be lost and the call repeated.
  if (changes.status === 'complete' && before.status !== 'complete') {
    const { fence, lease_instance_id } = pass === 'held' ? before : noLease
    Object.assign(changes, { fence, lease_instance_id })
  }
  if (before.status === 'complete' && isOpenStatus(changes.status)) Object.assign(changes, { fence: null, lease_instance_id: null })
  const changed = changedFields(before, changes)
  ctx.target(before.id)
  if (changed.length + beside.length === 0) return before
  const named = Object.fromEntries(changed.map((field) => [field, changes[field]]))
  const after: FullRow = { ...before, ...named, updated_at: now.toISOString(), version: before.version + 1 }
  if (changed.includes('start_on') || changed.includes('due_on')) requireDates(after)
  if (after.proof_covers.length === 0) after.proof = after.status === 'complete' ? 'claimed' : 'none'
  if (changed.includes('assignee_id') || changed.includes('assignee_agent_id')) after.assignee = await assigneeOf(ctx, after)
  if (stored === 'last') ctx.tx.beforeCommit(queries.updateItem, { ...after, org: ctx.org })
  await Promise.all([
    stored === 'now' && ctx.tx.rows(queries.updateItem, { ...after, org: ctx.org }),
    closesOrGoes(before, after) && tellUnblocked(ctx, after),
  ])
  if (changed.includes('description'))
    await followReferences(ctx, { kind: 'task', id: after.id }, after.project_id, before.description, after.description)
  announce(ctx, before, after, [...changed, ...beside], pass)
  if (pass === 'overridden' && isLive(before, now)) await tellLeaseOverridden(ctx, before)
  // The lease had expired, and the task was closed before anybody released it.
  else if (pass === 'free' && before.lease_holder && !after.lease_holder) await tellLeaseClosed(ctx, before)
  return after
}

/** Stores how well a task's completion is proven, and by which checks. No visibility check here. */
export async function keepProof(ctx: Context, id: string, proven: Pick<FullRow, 'proof' | 'proof_covers'>): Promise<void> {
  const row = await ctx.tx.row(queries.lockedForSystem, { org: ctx.org, id })
  if (row && row.proof_covers.length + proven.proof_covers.length > 0) await changeItem(ctx, row, proven)
}

function completion(ctx: Context, status: string, now: Date): Changes {
  if (status !== 'complete') return { completed_at: null, completed_by: null, completed_by_agent_id: null }
  const { user, agent } = ctx.principal
  return { completed_at: now.toISOString(), completed_by: user, completed_by_agent_id: agent }
}

const isOpenStatus = (status: string | undefined): boolean => status !== undefined && !closed.has(status)
const isOpen = ({ status, deleted_at }: FullRow): boolean => isOpenStatus(status) && !deleted_at
const closesOrGoes = (before: FullRow, after: FullRow): boolean => after.kind === 'task' && isOpen(before) && !isOpen(after)

function announce(ctx: Context, before: FullRow, after: FullRow, changed: string[], pass: Pass): void {
  const item = toWire(after)
  if (after.deleted_at && !before.deleted_at) ctx.emit(itemDeleted[after.kind], { item })
  else if (before.deleted_at && !after.deleted_at) ctx.emit(itemRestored[after.kind], { item })
  else {
    const named = changed.filter((field) => !ownAffair.has(field))
    ctx.emit(itemUpdated[after.kind], { item, changed: named, from: valuesBefore(before, named) })
  }
  if (isLive(before, ctx.clock.now()) && !after.lease_holder) {
    ctx.emit(taskReleased, { item: toTask(after), why: pass === 'overridden' ? pass : 'released' })
  }
}

/** The previous values that the log records: no long texts, and nothing of a lease. */
function valuesBefore(before: FullRow, changed: readonly string[]): Record<string, unknown> {
  const short = changed.filter((field) => field in before && !longTexts.has(field) && !field.startsWith('lease_'))
  const values = Object.fromEntries(short.map((field) => [field, before[field as keyof FullRow]]))
  return changed.some((field) => field.startsWith('assignee_')) ? { ...values, assignee: before.assignee } : values
}
