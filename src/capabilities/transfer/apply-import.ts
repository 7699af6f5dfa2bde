import type { Context } from '../../kernel/context.ts'
import { changeItem } from '../work-items/change-item.ts'
import { createItem } from '../work-items/create-item.ts'
import { findBlockers, setBlockers } from '../work-items/dependencies.ts'
import { itemsByIds, type StoredItem } from '../work-items/lists/items-by-names.ts'
import { passLease } from '../work-items/leases/lease.ts'
import type { Planned } from './plan-import.ts'
import { changesOf, idOf } from './planned-changes.ts'
import { forgetSources, insertSources } from './transfer.queries.ts'

interface Project {
  id: string
  slug: string
}

const atOnce = 500

/** Makes and changes items by the same functions as every other door, so that rules, events and leases hold. */
export async function applyImport(ctx: Context, project: Project, rows: readonly Planned[]): Promise<Map<Planned, StoredItem>> {
  const linked = rows.filter((planned) => planned.blockers && (planned.before || planned.blockers.length > 0))
  // Before any row is locked: from here on no other draws dependencies.
  if (linked.length > 0) await findBlockers(ctx, [])
  const stored = new Map<Planned, StoredItem>()
  const made = new Map<Planned, string>()
  for (const kind of ['epic', 'story', 'task'] as const) {
    const fresh = rows.filter((planned) => !planned.before && planned.row.kind === kind).toSorted(byRank)
    for (let from = 0; from < fresh.length; from += atOnce) {
      // Sent one behind the other without waiting for answers; the connection keeps their order, and so do their numbers.
      const part = fresh.slice(from, from + atOnce)
      const items = await Promise.all(part.map((planned) => create(ctx, project, planned, made)))
      for (const [place, planned] of part.entries()) {
        stored.set(planned, items[place] as StoredItem)
        made.set(planned, (items[place] as StoredItem).id)
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

/** Without a rank a row stands where the file has it, behind those with one. */
const byRank = (one: Planned, other: Planned): number => (one.row.rank ?? Infinity) - (other.row.rank ?? Infinity) || one.line - other.line

async function create(ctx: Context, project: Project, planned: Planned, made: ReadonlyMap<Planned, string>): Promise<StoredItem> {
  const { parent_id = null, completion_notes, ...fields } = changesOf(planned, made)
  const { same_title: _, ...row } = await createItem(ctx, planned.row.kind, project, parent_id, { ...fields, title: planned.row.title })
  const item = { ...row, lease_fence: 0, lease_user_id: null, deleted_with: null, project_slug: project.slug, project_archived_at: null }
  return completion_notes ? changeItem(ctx, item, { completion_notes }) : item
}

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
  const pass = guarded ? passLease(ctx, item, undefined) : 'free'
  return changeItem(ctx, item, changes, pass, relinked ? ['blocked_by'] : [])
}

/** Remembers what the new items are called in the file. */
async function name(ctx: Context, project: Project, rows: readonly Planned[], made: ReadonlyMap<Planned, string>): Promise<void> {
  const named = rows.filter((planned) => !planned.before && planned.row.external_id !== undefined)
  if (named.length === 0) return
  const names = named.map((planned) => planned.row.external_id)
  await ctx.tx.rows(forgetSources, [ctx.org, project.id, names])
  await ctx.tx.rows(insertSources, [ctx.org, project.id, names, named.map((planned) => made.get(planned))])
}

/** Dependencies one after the other: each is checked for a circle with all before it. */
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
