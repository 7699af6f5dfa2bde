import type { OutsideContext, TxContext } from '../../../kernel/context.ts'
import { vectorText } from '../vectors/vectors.ts'
import { currentModel } from './memory-search.queries.ts'

export interface Question {
  model: { id: string; dimensions: number }
  vector: string
}

/** A question as a vector, or a note on why there is none. */
export type Asked = Question | { note: string }

const off = 'Embeddings are off, so only words were searched.'
const failed = 'Embeddings do not work at the moment, so only words were searched.'
const another = 'The vectors are being made anew for another model; until they are complete only words are searched.'

/** Called before the transaction, so that no search holds a connection while it waits for the model. */
export async function embedQuestion({ services }: Pick<OutsideContext, 'services'>, text: string): Promise<Asked> {
  const { embeddings } = services
  const { model } = embeddings
  if (embeddings.state === 'off') return { note: off }
  if (!model) return { note: failed }
  try {
    const [vector] = await embeddings.embed([text], 'query')
    return vector ? { model, vector: vectorText(vector) } : { note: failed }
  } catch {
    return { note: failed }
  }
}

/** The same, if the vector is of the model that is searched; otherwise a note. */
export async function searchable(ctx: TxContext, asked: Asked): Promise<Asked> {
  if ('note' in asked) return asked
  const current = await ctx.tx.row(currentModel, {})
  if (!current) return { note: 'Nothing has been embedded yet, so only words were searched.' }
  return current.id === asked.model.id ? asked : { note: another }
}
