import type { Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeCursor, nextPage } from '../../paging.ts'
import { slugOf, suggestSlugs } from '../../suggest-slugs.ts'
import * as contracts from './categories.contract.ts'
import * as queries from './categories.queries.ts'
import type { CategoryRow } from './categories.queries.ts'

export async function requireCategory(ctx: Context, id: string): Promise<CategoryRow> {
  const row = await ctx.tx.row(queries.categoryById, { id })
  if (!row) throw notFound('category', id, 'List them with {listCategories}.')
  return row
}

export const listCategories = implement(contracts.listCategories, async (ctx, { limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['text']) ?? ['']
  return nextPage(await ctx.tx.rows(queries.categories, { after, limit: limit + 1 }), limit, (row) => [row.slug])
})

export const createCategory = implement(contracts.createCategory, async (ctx, { name, slug: wanted, description }) => {
  const plain = wanted ?? slugOf(name, 'category')
  for (const slug of wanted ? [wanted] : [plain, ...suggestSlugs(plain)]) {
    const id = newId()
    if (!(await ctx.tx.row(queries.insertCategory, { id, slug, name, description, now: ctx.clock.now() }))) continue
    ctx.target(id)
    return requireCategory(ctx, id)
  }
  throw new Refusal('conflict', 'Another category has this slug. Choose another.')
})

export const updateCategory = implement(contracts.updateCategory, async (ctx, { id, name, description }) => {
  await requireCategory(ctx, id)
  await ctx.tx.rows(queries.updateCategory, { id, name, description, now: ctx.clock.now() })
  const after = await requireCategory(ctx, id)
  await ctx.tx.rows(queries.renamePublished, { id, category: JSON.stringify({ slug: after.slug, name: after.name }) })
  ctx.target(id)
  return after
})

export const deleteCategory = implement(contracts.deleteCategory, async (ctx, { id }) => {
  const before = await requireCategory(ctx, id)
  await ctx.tx.rows(queries.renamePublished, { id, category: 'null' })
  await ctx.tx.rows(queries.deleteCategory, { id })
  ctx.target(id)
  return before
})
