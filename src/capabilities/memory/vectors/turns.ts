import type { Context, TxContext } from '../../../kernel/context.ts'
import { EmbeddingsError, type Embeddings } from '../../../platform/embeddings/embeddings.ts'
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
export async function countFailures(ctx: Context, kind: Kind, failed: readonly { id: string; reason: string }[]): Promise<string[]> {
  if (failed.length === 0) return []
  const values = { org: ctx.org, kind, ids: failed.map(({ id }) => id), reasons: failed.map(({ reason }) => reason), now: ctx.clock.now() }
  const rows = await ctx.tx.rows(queries.countFailures, values)
  return rows.filter(({ failures }) => failures >= maxFailures).map(({ item_id }) => item_id)
}

export async function forgiveFailures(ctx: Context, kind: Kind, ids: readonly string[]): Promise<void> {
  await ctx.tx.rows(queries.forgiveFailures, { org: ctx.org, kind, ids })
}
