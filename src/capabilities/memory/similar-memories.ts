import type { Context } from '../../kernel/context.ts'
import { compareEntries, nearEnough } from '../memory-reviews/compare-entries.ts'
import { allParts, findMemories } from '../memory-search/find-memories.ts'
import { memoriesInOrder } from './memories-in-order.ts'
import { standingOf } from './memory-standing.ts'

/** Holding so many of its words, an entry may be about the same; how rare they are says little while little is known. */
const shared = 0.5
const most = 3
const shown = 200
const asked = 1000
/** Words alone, and of each entry itself: a model would have to be waited for. */
const parts = { ...allParts, spelling: false, tuning: { ...allParts.tuning, reach: 0, lent: [] } }

/** What is known already and may say the same or the opposite of something new, found by its words. */
export async function similarTo(ctx: Context, scope: string, content: string) {
  const { ranked, question } = await findMemories(ctx, { text: content.slice(0, asked).toWellFormed(), scopes: [scope] }, parts)
  const near = ranked.filter(({ terms }) => terms.length > 1 && terms.length / question.terms.length >= shared).slice(0, most)
  const ids = near.map(({ id }) => id)
  const [memories, standing] = [await memoriesInOrder(ctx, ids), await standingOf(ctx, ids)]
  return memories.map(({ id, content: other, created_at }) => {
    const { at, by } = standing.get(id) ?? { at: created_at, by: '' }
    return { id, content: other.slice(0, shown).toWellFormed(), at, by, kind: compareEntries(content, other, nearEnough) }
  })
}
