import type { OutsideContext, TxContext } from '../../../kernel/context.ts'
import { EmbeddingsError, type Embeddings } from '../../../platform/embeddings/embeddings.ts'
import { firstId } from '../../paging.ts'
import { vectorText } from './vectors.ts'
import * as queries from './turns.queries.ts'

type Kind = 'memories' | 'documents' | 'code'

/** Longer than a batch takes, but short enough that another worker soon takes over from a dead one. */
const turnSeconds = 20
/** What a model embeds in a few seconds. Counted in characters because texts differ a thousandfold in length. */
const batchCharacters = 64_000
const maxFailures = 3

/** Takes the turn and returns when it ends, or null while another worker has it. The end time also identifies its holder. */
export async function takeTurn(ctx: TxContext, kind: Kind): Promise<Date | null> {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + turnSeconds * 1000)
  return (await ctx.tx.row(queries.takeTurn, { org: ctx.org, kind, until, now })) ? until : null
}

export async function endTurn(ctx: TxContext, kind: Kind, until: Date): Promise<void> {
  await ctx.tx.rows(queries.endTurn, { org: ctx.org, kind, until })
}

/** As many items from the beginning as fit into a batch, but at least one. */
export function batchOf<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  let characters = 0
  const end = items.findIndex((item) => (characters += textOf(item).length) > batchCharacters)
  return items.slice(0, end === -1 ? items.length : Math.max(end, 1))
}

interface Work<Item> {
  kind: Kind
  textOf(item: Item): string
  /** The waiting items with an id greater than `after`, ordered by id. */
  waiting(ctx: TxContext, after: string): Promise<Item[]>
  /** Stores vectors and the marks that they exist; returns whether a text that failed should be retried. */
  store(ctx: TxContext, made: Embedded<Item>): Promise<boolean>
}

/** How long one organization may occupy a worker that others are waiting for. */
const goOnMilliseconds = 5000

/**
 * Embeds what is waiting, batch after batch, never inside a transaction: while one batch is stored and the next one read, the model already
 * computes vectors. If killed midway, what was stored stays and the rest keeps waiting. Null: nothing is waiting, or another has the turn.
 */
export async function embedWaiting<Item extends { id: string }>(
  ctx: OutsideContext,
  { kind, textOf, waiting, store }: Work<Item>,
): Promise<{ embedded: number; more: boolean } | null> {
  const { embeddings } = ctx.services
  const taken = await ctx.transaction('write', async (inside) => {
    const items = batchOf(await waiting(inside, firstId), textOf)
    const until = items.length > 0 ? await takeTurn(inside, kind) : null
    return until && { items, until }
  })
  if (!taken) return null
  let items: Item[] = taken.items
  let until: Date | null = taken.until
  const began = performance.now()
  let [embedded, again] = [0, false]
  try {
    let making: Promise<Embedded<Item>> | null = embedBatch(embeddings, items, textOf)
    for (;;) {
      const after = items.at(-1)?.id ?? firstId
      const [made, next]: [Embedded<Item>, Item[]] = await Promise.all([
        making,
        ctx.transaction('read', (inside) => waiting(inside, after)),
      ])
      items = performance.now() - began < goOnMilliseconds ? batchOf(next, textOf) : []
      making = items.length > 0 ? embedBatch(embeddings, items, textOf) : null
      // A rejection is handled in the next round; this avoids an unhandled one if the current round fails first.
      making?.catch(() => {})
      const held: Date | null = until
      const stored: { again: boolean; until: Date | null } = await ctx.transaction('write', async (inside) => ({
        again: await store(inside, made),
        until: await keepTurn(inside, kind, held),
      }))
      until = stored.until
      embedded += made.done.length
      again ||= stored.again
      // If the turn was lost, the worker that has it now continues.
      if (!making || !until) return { embedded, more: again || next.length > 0 }
    }
  } finally {
    const held: Date | null = until
    if (held) await ctx.transaction('write', (inside) => endTurn(inside, kind, held))
  }
}

async function keepTurn(ctx: TxContext, kind: Kind, held: Date | null): Promise<Date | null> {
  const until = new Date(ctx.clock.now().getTime() + turnSeconds * 1000)
  return (await ctx.tx.row(queries.keepTurn, { org: ctx.org, kind, held, until })) ? until : null
}

/** Sets aside the texts that have failed too often, and returns whether any other failed text should be retried. */
export async function settleFailures<Item extends { id: string }>(
  ctx: TxContext,
  kind: Kind,
  { done, failed }: Embedded<Item>,
  setAside: (ids: string[]) => Promise<unknown>,
): Promise<boolean> {
  await forgiveFailures(
    ctx,
    kind,
    done.map(({ item }) => item.id),
  )
  if (failed.length === 0) return false
  const aside = await countFailures(
    ctx,
    kind,
    failed.map(({ item, reason }) => ({ id: item.id, reason })),
  )
  await setAside(aside)
  return failed.length > aside.length
}

export interface Embedded<Item> {
  done: { item: Item; vector: string }[]
  failed: { item: Item; reason: string }[]
}

/**
 * The vectors of a batch. If it fails as a whole, each text is tried alone, so that one the model can't process doesn't hold up the
 * others. A text is blamed only if the model can embed a different one.
 */
export async function embedBatch<Item>(
  embeddings: Embeddings,
  items: readonly Item[],
  textOf: (item: Item) => string,
): Promise<Embedded<Item>> {
  try {
    const vectors = await embeddings.embed(items.map(textOf), 'passage')
    return { done: items.map((item, at) => ({ item, vector: vectorText(vectors[at] ?? new Float32Array()) })), failed: [] }
  } catch (error) {
    if (!(error instanceof EmbeddingsError)) throw error
    await embeddings.embed(['Does the model work?'], 'passage')
  }
  const result: Embedded<Item> = { done: [], failed: [] }
  for (const item of items) {
    try {
      const [vector] = await embeddings.embed([textOf(item)], 'passage')
      result.done.push({ item, vector: vectorText(vector ?? new Float32Array()) })
    } catch (error) {
      if (!(error instanceof EmbeddingsError)) throw error
      result.failed.push({ item, reason: error.message.slice(0, 500) })
    }
  }
  return result
}

/** Counts failures, and returns the texts to set aside from now on. */
export async function countFailures(ctx: TxContext, kind: Kind, failed: readonly { id: string; reason: string }[]): Promise<string[]> {
  if (failed.length === 0) return []
  const values = { org: ctx.org, kind, ids: failed.map(({ id }) => id), reasons: failed.map(({ reason }) => reason), now: ctx.clock.now() }
  const rows = await ctx.tx.rows(queries.countFailures, values)
  return rows.filter(({ failures }) => failures >= maxFailures).map(({ item_id }) => item_id)
}

export async function forgiveFailures(ctx: TxContext, kind: Kind, ids: readonly string[]): Promise<void> {
  await ctx.tx.rows(queries.forgiveFailures, { org: ctx.org, kind, ids })
}
