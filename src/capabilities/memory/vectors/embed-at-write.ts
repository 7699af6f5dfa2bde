import type { OutsideContext, TxContext } from '../../../kernel/context.ts'
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts'
import { currentModel } from '../search/memory-search.queries.ts'
import { vectorText } from './vectors.ts'
import { modelState } from './memory-vectors.queries.ts'

/** The vector of a text that is about to be stored. */
export interface Written {
  model: { id: string; dimensions: number }
  vector: string
  /** Whether all vectors are being made anew for another model, which this one is not of. */
  switching: boolean
}

/** Milliseconds that storing waits for a vector; after that the worker makes it. */
const longestWait = 300
/** Characters. A model takes longer for more, while questions wait behind it. */
const longestText = 4000
/** Those whose model is the one that is searched, as far as is known: asked once, since it hardly ever changes. */
const searched = new WeakSet<Embeddings>()

/** Called before the transaction. Null: no model, not the one that is searched, a text too long, or not in time. */
export async function embedWritten(ctx: OutsideContext, text: string): Promise<Omit<Written, 'switching'> | null> {
  const { embeddings } = ctx.services
  const { model } = embeddings
  if (!model || embeddings.state !== 'ready' || text.length > longestText) return null
  if (!searched.has(embeddings)) {
    const current = await ctx.transaction('read', ({ tx }) => tx.row(currentModel, {}))
    if (current?.id !== model.id) return null
    searched.add(embeddings)
  }
  try {
    const [vector] = await embeddings.embed([text], 'passage', longestWait)
    return vector ? { model, vector: vectorText(vector) } : null
  } catch {
    return null
  }
}

/** The same, if its model still is the one that is searched. */
export async function usable(ctx: TxContext, written: Omit<Written, 'switching'> | null): Promise<Written | null> {
  if (!written) return null
  const models = await ctx.tx.rows(modelState, {})
  const isCurrent = models.some(({ id, state }) => id === written.model.id && state === 'current')
  if (!isCurrent) searched.delete(ctx.services.embeddings)
  return isCurrent ? { ...written, switching: models.some(({ state }) => state === 'next') } : null
}
