import type { Context } from '../../../kernel/context.ts'
import { itemsById, itemsByKey, lockedItems } from './lists.queries.ts'
import type { FullRow } from '../work-items.queries.ts'

export type StoredItem = FullRow

/** Those of these items, of any kind, that the caller may see. */
export const itemsByKeys = (ctx: Context, keys: readonly string[]): Promise<FullRow[]> =>
  ctx.tx.rows(itemsByKey, [ctx.org, keys.map((key) => key.toUpperCase())])

export const itemsByIds = (ctx: Context, ids: readonly string[], purpose: 'read' | 'write'): Promise<FullRow[]> =>
  ctx.tx.rows(purpose === 'read' ? itemsById : lockedItems, [ctx.org, ids])
