import type { Context } from '../../../kernel/context.ts'
import type { FullRow } from '../items/work-items.queries.ts'
import { blockersOfEach, type ExportRow, itemsById, itemsByKey, itemsInOrder, lockedItems } from './lists.queries.ts'

export type StoredItem = FullRow

/** Those of the given items, of any kind, that the caller may see. */
export const itemsByKeys = (ctx: Context, keys: readonly string[]): Promise<FullRow[]> =>
  ctx.tx.rows(itemsByKey, { org: ctx.org, keys: keys.map((key) => key.toUpperCase()) })

export const itemsByIds = (ctx: Context, ids: readonly string[], purpose: 'read' | 'write'): Promise<FullRow[]> =>
  ctx.tx.rows(purpose === 'read' ? itemsById : lockedItems, { org: ctx.org, ids })

type ExportCursor = [kind: number, rank: string, number: number]

/** A part of a project: epics first, then stories, then tasks, each in order, with what blocks each. */
export async function itemsToExport(ctx: Context, project: string, after: ExportCursor, limit: number) {
  const [kind_order, rank, number] = after
  const rows = await ctx.tx.rows(itemsInOrder, { org: ctx.org, project, kind_order, rank, number, limit })
  const blockers = await ctx.tx.rows(blockersOfEach, { org: ctx.org, ids: rows.map((row) => row.id) })
  return { rows, blockers: Map.groupBy(blockers, (blocker) => blocker.item_id) }
}

export const placeOf = (row: ExportRow): ExportCursor => [row.kind_order, row.rank, row.number]

/** What blocks each of these items now, by id. */
export async function blockersNow(ctx: Context, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await ctx.tx.rows(blockersOfEach, { org: ctx.org, ids })
  return new Map([...Map.groupBy(rows, (row) => row.item_id)].map(([id, found]) => [id, found.map((row) => row.id).sort()]))
}
