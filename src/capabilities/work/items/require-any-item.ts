import type { Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { anyById, anyByKey } from './changes.queries.ts'
import { toWire } from './require-item.ts'
import { type FullRow, type ItemRow, type Kind, linkableByIds, linkableByKeys, type LinkRow, type TaskRow } from './work-items.queries.ts'

/** A task, story or epic as an event or an answer shows it. */
export type AnyItem = ItemRow | TaskRow

/** An item of any kind that the caller may see, deleted or not; nothing is locked. */
export async function findAnyItem(ctx: Context, name: string, kind?: Kind): Promise<FullRow> {
  const byId = isId(name)
  const row = await ctx.tx.row(byId ? anyById : anyByKey, { org: ctx.org, name: byId ? name : name.toUpperCase() })
  if (!row || (kind && row.kind !== kind)) throw notFound(kind ?? 'task, story or epic', name, 'Use {listTasks} to find its key.')
  return row
}

/** The item that something is attached to; its own row doesn't change, so it isn't locked. */
export async function requireAnyItem(ctx: Context, name: string, purpose: 'read' | 'write', kind?: Kind): Promise<AnyItem> {
  const row = await findAnyItem(ctx, name, kind)
  if (row.deleted_at) throw notFound(kind ?? 'task, story or epic', name, 'Use {listTasks} to find its key.')
  if (purpose === 'write') requireOpenProject(row)
  return toWire(row)
}

export function requireOpenProject(row: FullRow): void {
  if (row.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: {archiveProject with restore: true}.')
  }
}

/** Whether the item exists and the caller sees it. */
export async function seesItem(ctx: Context, id: string): Promise<boolean> {
  const row = await ctx.tx.row(anyById, { org: ctx.org, name: id })
  return row !== undefined && !row.deleted_at
}

type LinkableRow = LinkRow & { former_keys: string[] }
const toEnd = ({ id, key, title, status }: LinkRow) => ({ id, ref: key, title, status })
const toNamed = (row: LinkableRow) => ({ ...toEnd(row), names: row.former_keys })

/** Tasks, epics and stories as ends of links. */
export const linkableTasks = {
  byNames: async (ctx: Context, names: readonly string[]) =>
    (await ctx.tx.rows(linkableByKeys, { org: ctx.org, keys: names.map((name) => name.toUpperCase()), ids: names })).map(toNamed),
  byIds: async (ctx: Context, ids: readonly string[]) => (await ctx.tx.rows(linkableByIds, { org: ctx.org, ids })).map(toEnd),
}
