import type { Context, TxContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { compareEntries, nearEnough } from '../reviews/compare-entries.ts'
import { allParts, findMemories, readQuestion, type ReadQuestion } from '../search/find-memories.ts'
import { memoryStatusOf } from './memory-status.ts'
import * as contracts from './memory.contract.ts'
import { memoriesInOrder } from './require-memory.ts'
import { cutMemory, listed } from './show-memory.ts'
import { storeMemoryEntry } from './store-memory-entry.ts'
import { requireCurrentMemory, storeInPlaceOf } from './supersede-memory.ts'
import { writableScope } from './whose-memory.ts'

/** An entry that holds this share of the words may be about the same thing. Rarity is ignored: with few entries it says little. */
const shared = 0.5
const maxSimilar = 3
const shown = 200
const asked = 1000
/** Only words, because meaning would require waiting for a model, and only those of each entry itself, without its neighbors. */
const parts = { ...allParts, spelling: false, tuning: { ...allParts.tuning, reach: 0, lent: [] } }

export const storeMemory = implement(contracts.storeMemory, async (outer, { scope, project, agent, session, supersedes, ...entry }) => {
  const ctx = together(outer)
  const named = { scope, project, agent, session }
  const text = entry.content.slice(0, asked).toWellFormed()
  const isNamed = supersedes === undefined || Object.values(named).some((name) => name !== undefined)
  const [before, within, read] = await Promise.all([
    supersedes === undefined ? undefined : requireCurrentMemory(ctx, supersedes),
    isNamed ? writableScope(ctx, named) : undefined,
    readQuestion(ctx, { text }, parts),
  ])
  const lane = within ?? before
  if (!lane) throw new Error('a memory is stored nowhere')
  if (before && before.scope_id !== lane.scope_id) {
    throw new Refusal('invalid', 'A memory is superseded where it is. Leave out scope, project, agent and session, or name its own.')
  }
  const near = await nearTo(ctx, lane.scope_id, text, read)
  const [similar, memory] = await Promise.all([
    showSimilar(ctx, near, entry.content),
    before ? storeInPlaceOf(ctx, before, entry) : storeMemoryEntry(ctx, lane, entry),
  ])
  ctx.target(memory.id)
  return { ...cutMemory(memory, listed(ctx)), supersedes: before?.id ?? null, similar: similar.filter(({ id }) => id !== before?.id) }
})

/** Existing memories that may say the same as a new one or the opposite, found by their words. */
async function nearTo(ctx: TxContext, scope: string, text: string, read: ReadQuestion): Promise<string[]> {
  const { ranked, question } = await findMemories(ctx, { text, scopes: [scope], read }, parts)
  const near = ranked.filter(({ terms }) => terms.length > 1 && terms.length / question.terms.length >= shared).slice(0, maxSimilar)
  return near.map(({ id }) => id)
}

async function showSimilar(ctx: Context, ids: readonly string[], content: string) {
  const [memories, statuses] = await Promise.all([memoriesInOrder(ctx, ids), memoryStatusOf(ctx, ids)])
  return memories.map(({ id, content: other, created_at }) => {
    const { at, by } = statuses.get(id) ?? { at: created_at, by: '' }
    return { id, content: other.slice(0, shown).toWellFormed(), at, by, kind: compareEntries(content, other, nearEnough) }
  })
}
