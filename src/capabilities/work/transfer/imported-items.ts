import type { Context } from '../../../kernel/context.ts'
import { itemsByIds, type StoredItem } from '../lists/items-by-names.ts'
import { sourcesIn } from './transfer.queries.ts'

/** Items that were imported into a project under these names and still exist. */
export async function importedItems(ctx: Context, project: string, names: readonly string[]): Promise<Map<string, StoredItem>> {
  const sources = await ctx.tx.rows(sourcesIn, { org: ctx.org, project, names })
  const ids = sources.map(({ item_id }) => item_id)
  const items = new Map((await itemsByIds(ctx, ids, 'read')).map((item) => [item.id, item]))
  return new Map(
    sources.flatMap(({ external_id, item_id }) => {
      const item = items.get(item_id)
      return item ? [[external_id, item] as const] : []
    }),
  )
}
