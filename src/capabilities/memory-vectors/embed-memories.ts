import type { Context } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { compareEntries, nearEnough } from '../memory-reviews/compare-entries.ts'
import { openReview } from '../memory-reviews/open-review.ts'
import * as contracts from './memory-vectors.contract.ts'
import * as queries from './memory-vectors.queries.ts'
import type { NearRow, PendingRow } from './memory-vectors.queries.ts'
import { vectorText } from './vector-text.ts'
import { mostExact } from './searched-exactly.ts'

const batch = 64
const mapAfter = 10_000

/**
 * Takes whatever has no vector yet, so the job of one memory does the work of those stored with it and theirs find nothing left. The
 * vector and the mark that it is there commit together: killed half-way, none of it happened and the job comes again.
 */
export const embedMemories = implement(contracts.embedMemories, async (ctx) => {
  const { model } = ctx.services.embeddings
  if (!model) return { embedded: 0 }
  const models = await ctx.tx.rows(queries.modelState, [])
  if (!models.some(({ id }) => id === model.id)) return waitForModel(ctx)
  const others = models.map(({ id }) => id).filter((id) => id !== model.id)
  const memories = await ctx.tx.rows(queries.pending, [ctx.org, others, batch])
  if (memories.length === 0) return { embedded: 0 }
  const vectors = await ctx.services.embeddings.embed(
    memories.map(({ content }) => content),
    'passage',
  )
  const texts = vectors.map(vectorText)
  const ids = memories.map(({ id }) => id)
  const scopes = memories.map(({ scope_id }) => scope_id)
  const owners = memories.map(({ owner_id }) => owner_id)
  await ctx.tx.rows(queries.insertVectors, [ctx.org, model.id, ids, scopes, owners, texts])
  await ctx.tx.rows(queries.markEmbedded, [ctx.org, model.id, ids])
  const near = await ctx.tx.rows(queries.near, [ctx.org, model.id, model.dimensions, ids, scopes, texts, mostExact, nearEnough])
  await linkNear(ctx, memories, near)
  await drawMaps(ctx, scopes)
  if (memories.length === batch) await ctx.enqueue('embedMemories', {})
  return { embedded: memories.length }
})

async function waitForModel(ctx: Context) {
  await ctx.enqueue('adoptEmbeddingModel', {})
  await ctx.enqueue('embedMemories', {}, { startAfter: new Date(ctx.clock.now().getTime() + 1000) })
  return { embedded: 0 }
}

/** An older memory of the same scope that is close to a new one is linked to it; neither is touched. */
async function linkNear(ctx: Context, memories: readonly PendingRow[], near: readonly NearRow[]): Promise<void> {
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  for (const other of near) {
    const memory = byId.get(other.memory_id)
    const kind = memory && compareEntries(memory.content, other.content, other.similarity)
    if (memory && kind) await openReview(ctx, memory, other.id, kind, other.similarity)
  }
}

async function drawMaps(ctx: Context, scopes: readonly string[]): Promise<void> {
  const due = await ctx.tx.rows(queries.markMapsDue, [ctx.org, [...new Set(scopes)].toSorted()])
  if (due.length > 0) await ctx.enqueue('placeMemories', {}, { startAfter: new Date(ctx.clock.now().getTime() + mapAfter) })
}
