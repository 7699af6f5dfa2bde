import type { OutsideContext, TxContext } from '../../../kernel/context.ts'
import { EmbeddingsError, type Embeddings } from '../../../platform/embeddings/embeddings.ts'
import { firstId } from '../../paging.ts'
import { vectorText } from './vectors.ts'
import * as queries from './turns.queries.ts'

type Kind = 'memories' | 'documents' | 'code'

/** Longer than a batch takes, short enough that a dead worker's is soon another's. */
const turnSeconds = 20
/** What a model embeds in a few seconds; texts differ a thousandfold in length. */
const batchCharacters = 64_000
const maxFailures = 3

/** When this worker's turn ends, or null while another has one. The time also tells whose turn it is. */
export async function takeTurn(ctx: TxContext, kind: Kind): Promise<Date | null> {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + turnSeconds * 1000)
  return (await ctx.tx.row(queries.takeTurn, { org: ctx.org, kind, until, now })) ? until : null
}

export async function endTurn(ctx: TxContext, kind: Kind, until: Date): Promise<void> {
  await ctx.tx.rows(queries.endTurn, { org: ctx.org, kind, until })
}

/** As many from the beginning as a batch may hold, and one at least. */
export function batchOf<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  let characters = 0
  const end = items.findIndex((item) => (characters += textOf(item).length) > batchCharacters)
  return items.slice(0, end === -1 ? items.length : Math.max(end, 1))
}

interface Work<Item> {
  kind: Kind
  textOf(item: Item): string
  /** Those that wait, by their ids, from the one after this on. */
  waiting(ctx: TxContext, after: string): Promise<Item[]>
  /** Vectors and the marks that they are there; answers whether a text that failed is to be tried again. */
  store(ctx: TxContext, made: Embedded<Item>): Promise<boolean>
}

/** How long one organization may go on while others wait for the same worker. */
const goOnMilliseconds = 5000

/**
 * Embeds what waits, batch after batch, and never inside a transaction: while one batch is stored and the next one read, the model already
 * makes vectors. Killed half-way, what was stored stays and the rest waits as before. Null: nothing waits, or another has the turn.
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
      // Its failure is met in the next round, or by nobody if this one fails first.
      making?.catch(() => {})
      const held: Date | null = until
      const stored: { again: boolean; until: Date | null } = await ctx.transaction('write', async (inside) => ({
        again: await store(inside, made),
        until: await keepTurn(inside, kind, held),
      }))
      until = stored.until
      embedded += made.done.length
      again ||= stored.again
      // Whoever has the turn by now goes on.
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

/** Marks what has failed so often that it is set aside, and answers whether any of the others is to be tried again. */
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
 * The vectors of a batch. Where it fails as a whole each text is tried alone, so that one the model cannot take holds up no other; a
 * text is to blame only while the model embeds another.
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

/** Counts failures, and answers which texts are set aside from now on. */
export async function countFailures(ctx: TxContext, kind: Kind, failed: readonly { id: string; reason: string }[]): Promise<string[]> {
  if (failed.length === 0) return []
  const values = { org: ctx.org, kind, ids: failed.map(({ id }) => id), reasons: failed.map(({ reason }) => reason), now: ctx.clock.now() }
  const rows = await ctx.tx.rows(queries.countFailures, values)
  return rows.filter(({ failures }) => failures >= maxFailures).map(({ item_id }) => item_id)
}

export async function forgiveFailures(ctx: TxContext, kind: Kind, ids: readonly string[]): Promise<void> {
  await ctx.tx.rows(queries.forgiveFailures, { org: ctx.org, kind, ids })
}
