import type { Context } from '../../../kernel/context.ts'
import { changeItem, type Changes } from '../items/change-item.ts'
import { createItems } from '../items/create-items.ts'
import { findBlockers, setBlockers } from '../items/dependencies.ts'
import { fields } from '../items/work-items.queries.ts'
import { noLease, passLease } from '../leases/lease.ts'
import { storeMilestone } from '../planning/milestones.operations.ts'
import { blockersNow, itemsByIds, type StoredItem } from '../lists/items-by-names.ts'
import type { Planned, Target } from './plan-import.ts'
import { deleteSources, insertSources } from './transfer.queries.ts'

const asTheyAre = [...fields, 'completion_notes'] as const

const idOf = (target: Target, made: ReadonlyMap<Planned, string>): string =>
  'item' in target ? target.item.id : (target.row.before?.id ?? made.get(target.row) ?? '')

interface Project {
  id: string
  slug: string
}

const atOnce = 500
const kinds = ['epic', 'story', 'task'] as const
const unheld = {
  ...noLease,
  lease_from: null,
  lease_fence: 0,
  completed_by: null,
  completed_by_agent_id: null,
  deleted_with: null,
  former_keys: [],
  project_archived_at: null,
}

/** Creates and changes items through the same functions as every door, so that rules, events and leases hold. */
export async function applyImport(ctx: Context, project: Project, rows: readonly Planned[]): Promise<Map<Planned, StoredItem>> {
  const linked = rows.filter((planned) => planned.blockers && (planned.before || planned.blockers.length > 0))
  // Before any row is locked: from here on nobody else can add dependencies.
  if (linked.length > 0) await findBlockers(ctx, [])
  await makeMilestones(ctx, project, rows)
  const stored = new Map<Planned, StoredItem>()
  const made = new Map<Planned, string>()
  for (const kind of kinds) {
    const fresh = rows.filter((planned) => !planned.before && planned.row.kind === kind).toSorted(byRank)
    for (let from = 0; from < fresh.length; from += atOnce) {
      const part = fresh.slice(from, from + atOnce)
      const wanted = part.map((planned) => ({ ...changesOf(planned, made), title: planned.row.title }))
      const items = await createItems(ctx, kind, project, wanted)
      for (const [place, planned] of part.entries()) {
        const item = { ...(items[place] as (typeof items)[number]), ...unheld, project_slug: project.slug }
        stored.set(planned, item)
        made.set(planned, item.id)
      }
    }
  }
  await name(ctx, project, rows, made)
  const changed = rows.filter((planned) => planned.before)
  const locked = await itemsByIds(
    ctx,
    changed.flatMap(({ before }) => before?.id ?? []),
    'write',
  )
  const now = new Map(locked.map((item) => [item.id, item]))
  for (const planned of changed) {
    const item = now.get(planned.before?.id ?? '')
    if (item) stored.set(planned, item)
  }
  const blockersChanged = await link(ctx, linked, made, stored)
  for (const planned of changed) {
    const item = stored.get(planned)
    if (item) stored.set(planned, await change(ctx, item, planned, made, blockersChanged.has(planned)))
  }
  return stored
}

/** A milestone that the file names and the project lacks is created, as labels are. */
async function makeMilestones(ctx: Context, project: Project, rows: readonly Planned[]): Promise<void> {
  const lacking = rows.filter(({ milestone_id }) => milestone_id === '')
  for (const some of Map.groupBy(lacking, ({ row }) => row.milestone?.toLowerCase()).values()) {
    const { id } = await storeMilestone(ctx, project.id, { name: some[0]?.row.milestone ?? '' })
    for (const planned of some) planned.milestone_id = id
  }
}

/** The rows that would change something. */
export async function withoutUnchanged(ctx: Context, rows: readonly Planned[]): Promise<Planned[]> {
  const blockers = await blockersNow(
    ctx,
    rows.flatMap(({ before }) => before?.id ?? []),
  )
  return rows.filter((planned) => !isUnchanged(planned, blockers.get(planned.before?.id ?? '') ?? []))
}

/** A row without a rank keeps its place in the file, behind those with one. */
const byRank = (one: Planned, other: Planned): number => (one.row.rank ?? Infinity) - (other.row.rank ?? Infinity) || one.line - other.line

/** The order in which rows can be applied: parents come first. */
export const byKindAndRank = (one: Planned, other: Planned): number =>
  kinds.indexOf(one.row.kind) - kinds.indexOf(other.row.kind) || byRank(one, other)

async function change(
  ctx: Context,
  item: StoredItem,
  planned: Planned,
  made: ReadonlyMap<Planned, string>,
  relinked: boolean,
): Promise<StoredItem> {
  const changes = changesOf(planned, made)
  const guarded = (['status', 'assignee_id', 'assignee_agent_id'] as const).some(
    (field) => changes[field] !== undefined && changes[field] !== item[field],
  )
  const pass = guarded ? await passLease(ctx, item, undefined) : 'free'
  return changeItem(ctx, item, changes, pass, relinked ? ['blocked_by'] : [])
}

/** Remembers the names that the file uses for the new items. */
async function name(ctx: Context, project: Project, rows: readonly Planned[], made: ReadonlyMap<Planned, string>): Promise<void> {
  const named = rows.filter((planned) => !planned.before && planned.row.external_id !== undefined)
  if (named.length === 0) return
  const names = named.map((planned) => planned.row.external_id)
  await ctx.tx.rows(deleteSources, { org: ctx.org, project: project.id, names })
  await ctx.tx.rows(insertSources, { org: ctx.org, project: project.id, names, items: named.map((planned) => made.get(planned)) })
}

/** Adds dependencies one by one: each is checked for a cycle with all before it. */
async function link(
  ctx: Context,
  linked: readonly Planned[],
  made: ReadonlyMap<Planned, string>,
  stored: ReadonlyMap<Planned, StoredItem>,
) {
  const changed = new Set<Planned>()
  for (const planned of linked) {
    const item = stored.get(planned)
    if (!item) continue
    const blockers = new Map(
      (planned.blockers ?? []).map((target) => [idOf(target, made), 'item' in target ? target.item : stored.get(target.row)]),
    )
    const found = [...blockers.values()].filter((blocker) => blocker !== undefined)
    if ((await setBlockers(ctx, item.id, found)).changed) changed.add(planned)
  }
  return changed
}

/** The changes that a row asks for; fields it omits are left out. */
function changesOf(planned: Planned, made: ReadonlyMap<Planned, string>): Changes {
  const { row, parent, assignee_id, assignee_agent_id, milestone_id } = planned
  const changes: Changes = {}
  for (const field of asTheyAre) if (row[field] !== undefined) Object.assign(changes, { [field]: row[field] })
  if (parent !== undefined) changes.parent_id = parent && idOf(parent, made)
  if (assignee_id !== undefined) changes.assignee_id = assignee_id
  if (assignee_agent_id !== undefined) changes.assignee_agent_id = assignee_agent_id
  if (milestone_id !== undefined) changes.milestone_id = milestone_id
  return changes
}

/** Whether the import would leave this item as it is. */
function isUnchanged(planned: Planned, blockers: readonly string[]): boolean {
  const { before } = planned
  if (!before) return false
  const none = new Map<Planned, string>()
  const changes = changesOf(planned, none)
  const same = Object.entries(changes).every(([field, value]) => JSON.stringify(value) === JSON.stringify(before[field as keyof Changes]))
  const wanted = planned.blockers?.map((blocker) => idOf(blocker, none)).sort()
  return same && (wanted === undefined || wanted.join() === blockers.join())
}
