import type { Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { anyCategory, insertCategory } from './categories.queries.ts'

/** What a blog of an instance is filed under until its administrators choose for themselves. */
const defaults = [
  { slug: 'announcements', name: 'Announcements', description: 'What everybody here should know.' },
  { slug: 'releases', name: 'Releases', description: 'What is new, version by version.' },
  { slug: 'guides', name: 'Guides', description: 'How to do something, step by step.' },
]

/** Stores the default categories where there is none, and answers which. Those that an administrator deleted stay deleted while any is left. */
export async function missingCategories(ctx: Context): Promise<string[]> {
  if (await ctx.tx.row(anyCategory, {})) return []
  const added: string[] = []
  for (const category of defaults) {
    if (await ctx.tx.row(insertCategory, { ...category, id: newId(), now: ctx.clock.now() })) added.push(category.slug)
  }
  return added
}
