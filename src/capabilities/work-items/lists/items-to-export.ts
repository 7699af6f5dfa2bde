import type { Context } from '../../../kernel/context.ts'
import { blockersOfEach, itemsInOrder, type ExportRow } from './lists.queries.ts'

export type Place = [kind: number, rank: string, number: number]

/** A part of a project, epics first, then stories, then tasks, each in their order; and what blocks each. */
export async function itemsToExport(ctx: Context, project: string, after: Place, limit: number) {
  const rows = await ctx.tx.rows(itemsInOrder, [ctx.org, project, ...after, limit])
  const blockers = await ctx.tx.rows(blockersOfEach, [ctx.org, rows.map((row) => row.id)])
  return { rows, blockers: Map.groupBy(blockers, (blocker) => blocker.item_id) }
}

export const placeOf = (row: ExportRow): Place => [row.kind_order, row.rank, row.number]

/** What blocks each of these items now, by id. */
export async function blockersNow(ctx: Context, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await ctx.tx.rows(blockersOfEach, [ctx.org, ids])
  return new Map([...Map.groupBy(rows, (row) => row.item_id)].map(([id, found]) => [id, found.map((row) => row.id).sort()]))
}
