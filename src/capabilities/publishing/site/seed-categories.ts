import type { Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { anyCategory, insertCategory } from './categories.queries.ts'

/** Default categories for an instance's blog, until its administrators choose their own. */
const defaults = [
  { slug: 'announcements', name: 'Announcements', description: 'What everybody here should know.' },
  { slug: 'releases', name: 'Releases', description: 'What is new, version by version.' },
  { slug: 'guides', name: 'Guides', description: 'How to do something, step by step.' },
]

/** Stores the default categories if there are none, and returns which. Deleted ones stay deleted as long as any category is left. */
export async function missingCategories(ctx: Context): Promise<string[]> {
  if (await ctx.tx.row(anyCategory, {})) return []
  const added: string[] = []
  for (const category of defaults) {
    if (await ctx.tx.row(insertCategory, { ...category, id: newId(), now: ctx.clock.now() })) added.push(category.slug)
  }
  return added
}
