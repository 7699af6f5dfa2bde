import type { Context, TxContext } from '../../../kernel/context.ts'
import { memoryStatusOf } from '../entries/memory-status.ts'
import type { MemoryRow } from '../entries/memory.queries.ts'
import { memoriesInOrder } from '../entries/require-memory.ts'
import type { Written } from '../vectors/embed-at-write.ts'
import { similar } from '../vectors/memory-vectors.queries.ts'
import { maxExact } from '../vectors/vectors.ts'
import { compareEntries, nearEnough } from './compare-entries.ts'
import { openReview } from './open-review.ts'

/** From this similarity on, an existing memory is shown to who stores one: whoever knows what both mean tells better than a number. */
const worthShowing = 0.55
const maxSimilar = 3
const shown = 200

/** A memory that may be about the same as a new one. Without a vector of the new one, nobody knows how similar they are. */
export interface Near {
  id: string
  similarity: number | null
}

/** The nearest memories of the scope, without those that are known to be superseded. */
export async function nearestTo(ctx: TxContext, scope: string, { model, vector }: Written, except: readonly string[]): Promise<Near[]> {
  const values = { model: model.id, dimensions: model.dimensions, vector, scope, max_exact: maxExact, least: worthShowing }
  const found = await ctx.tx.rows(similar, values)
  return found.filter(({ id }) => !except.includes(id)).slice(0, maxSimilar)
}

type Compared = Near & Pick<MemoryRow, 'ref' | 'content' | 'created_at'>

export async function readNear(ctx: Context, near: readonly Near[]): Promise<Compared[]> {
  const memories = await memoriesInOrder(
    ctx,
    near.map(({ id }) => id),
  )
  return memories.map(({ id, ref, content, created_at }) => {
    return { id, ref, content, created_at, similarity: near.find((one) => one.id === id)?.similarity ?? null }
  })
}

/** How they relate to the new one, and the call that lets it take the place of each. Their words tell, however similar they are. */
export async function showSimilar(ctx: Context, content: string, others: readonly Compared[]) {
  const statuses = await memoryStatusOf(
    ctx,
    others.map(({ id }) => id),
  )
  return others.map(({ id, ref, content: other, created_at, similarity }) => {
    const { at, by } = statuses.get(id) ?? { at: created_at, by: '' }
    const kind = compareEntries(content, other, Math.max(similarity ?? 0, nearEnough)) ?? ('related' as const)
    const rounded = similarity === null ? null : Math.round(similarity * 1000) / 1000
    const call = { operation: 'storeMemory' as const, supersedes: ref }
    return { id, ref, kind, content: other.slice(0, shown).toWellFormed(), at, by, similarity: rounded, call }
  })
}

/** The same in a sentence. The same text again does not become a second memory: see requirePlace. */
export function nextCall(similar: readonly { ref: string; kind: 'duplicate' | 'contradiction' | 'related' }[]): string | null {
  const other = ['contradiction', 'duplicate', 'related'].flatMap((kind) => similar.find((one) => one.kind === kind) ?? [])[0]
  if (!other) return null
  const says = {
    contradiction: 'A memory contradicts this one',
    duplicate: 'A memory says the same',
    related: 'A memory is close to this one',
  }
  return `${says[other.kind]}. If this one replaces it, store the same content again with supersedes: ${other.ref}`
}

/** What the worker does with vectors it has made: a review of each that says the same or the opposite. */
export async function reviewNear(ctx: Context, memory: MemoryRow, others: readonly Compared[]): Promise<void> {
  for (const { id, content, similarity } of others) {
    const kind = similarity === null ? null : compareEntries(memory.content, content, similarity)
    if (kind) await openReview(ctx, memory, id, kind, similarity)
  }
}
