import type { Context, TxContext } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import type { EmbeddingModel } from '../../../platform/embeddings/embeddings.ts'
import { compareEntries, nearEnough } from '../reviews/compare-entries.ts'
import { openReview } from '../reviews/open-review.ts'
import * as contracts from './memory-vectors.contract.ts'
import * as queries from './memory-vectors.queries.ts'
import type { NearRow, PendingRow } from './memory-vectors.queries.ts'
import { drawMaps } from './draw-maps.ts'
import { maxExact } from './vectors.ts'
import { batchOf, countFailures, embedBatch, endTurn, forgiveFailures, takeTurn, type Embedded } from './turns.ts'

const max = 64

/**
 * Takes everything without a vector, so one memory's job also covers those stored along with it, and their jobs find nothing left. A
 * vector and the mark that it exists commit together: if killed midway, nothing has happened and the job is retried.
 */
export const embedMemories = implement(contracts.embedMemories, {
  async prepare(ctx) {
    const { embeddings } = ctx.services
    const { model } = embeddings
    if (!model) return { state: 'off' as const }
    const taken = await ctx.transaction('write', (inside) => take(inside, model.id))
    if (taken.state !== 'taken') return taken
    try {
      return { ...taken, model, ...(await embedBatch(embeddings, taken.items, textOf)) }
    } catch (error) {
      await ctx.transaction('write', (inside) => endTurn(inside, 'memories', taken.until))
      throw error
    }
  },
  async handle(ctx, _, prepared) {
    if (prepared.state === 'unknown') return waitForModel(ctx)
    // The worker whose turn it is may have looked before this job's memory existed.
    if (prepared.state === 'busy') await ctx.enqueue('embedMemories', {}, { startAfter: soon(ctx, 2) })
    if (prepared.state !== 'taken') return { embedded: 0 }
    const { model, done, failed, more, until } = prepared
    const kept = await stillWanted(ctx, done, model.id)
    await store(ctx, model, kept)
    const aside = await countFailures(
      ctx,
      'memories',
      failed.map(({ item, reason }) => ({ id: item.id, reason })),
    )
    await ctx.tx.rows(queries.markEmbedded, { org: ctx.org, model: model.id, ids: aside })
    await endTurn(ctx, 'memories', until)
    if (more || failed.length > aside.length) await ctx.enqueue('embedMemories', {})
    return { embedded: kept.length }
  },
})

const textOf = ({ content }: PendingRow): string => content

async function take(ctx: TxContext, model: string) {
  const models = await ctx.tx.rows(queries.modelState, {})
  if (!models.some(({ id }) => id === model)) return { state: 'unknown' as const }
  const others = models.map(({ id }) => id).filter((id) => id !== model)
  const waiting = await ctx.tx.rows(queries.pending, { org: ctx.org, other_models: others, limit: max })
  if (waiting.length === 0) return { state: 'done' as const }
  const until = await takeTurn(ctx, 'memories')
  if (!until) return { state: 'busy' as const }
  const items = batchOf(waiting, textOf)
  return { state: 'taken' as const, until, items, more: items.length < waiting.length || waiting.length === max }
}

type Done = Embedded<PendingRow>['done']

async function stillWanted(ctx: Context, done: Done, model: string): Promise<Done> {
  const rows = await ctx.tx.rows(queries.unchanged, {
    org: ctx.org,
    ids: done.map(({ item }) => item.id),
    contents: done.map(({ item }) => item.content),
    model,
  })
  const ids = new Set(rows.map(({ id }) => id))
  return done.filter(({ item }) => ids.has(item.id))
}

async function store(ctx: Context, model: EmbeddingModel, done: Done): Promise<void> {
  if (done.length === 0) return
  const items = done.map(({ item }) => item)
  const texts = done.map(({ vector }) => vector)
  const ids = items.map(({ id }) => id)
  const scopes = items.map(({ scope_id }) => scope_id)
  const owners = items.map(({ owner_id }) => owner_id)
  await ctx.tx.rows(queries.insertVectors, { org: ctx.org, model: model.id, ids, scopes, owners, vectors: texts })
  await ctx.tx.rows(queries.markEmbedded, { org: ctx.org, model: model.id, ids })
  await forgiveFailures(ctx, 'memories', ids)
  await ctx.tx.rows(queries.lockScopes, { scopes })
  const near = await ctx.tx.rows(queries.near, {
    org: ctx.org,
    model: model.id,
    dimensions: model.dimensions,
    ids,
    scopes,
    vectors: texts,
    max_exact: maxExact,
    near_enough: nearEnough,
  })
  await linkNear(ctx, items, near)
  await drawMaps(ctx, scopes)
}

const soon = (ctx: Context, seconds: number): Date => new Date(ctx.clock.now().getTime() + seconds * 1000)

async function waitForModel(ctx: Context) {
  await ctx.enqueue('adoptEmbeddingModel', {})
  await ctx.enqueue('embedMemories', {}, { startAfter: soon(ctx, 1) })
  return { embedded: 0 }
}

/** Opens a review for each other memory of the same scope that is close to a new one; neither memory is changed. */
async function linkNear(ctx: Context, memories: readonly PendingRow[], near: readonly NearRow[]): Promise<void> {
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  for (const other of near) {
    const memory = byId.get(other.memory_id)
    const kind = memory && compareEntries(memory.content, other.content, other.similarity)
    if (memory && kind) await openReview(ctx, memory, other.id, kind, other.similarity)
  }
}
