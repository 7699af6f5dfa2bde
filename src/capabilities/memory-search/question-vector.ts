import type { Context } from '../../kernel/context.ts'
import { vectorText } from '../memory-vectors/vector-text.ts'
import { currentModel } from './memory-search.queries.ts'

export interface Question {
  model: { id: string; dimensions: number }
  vector: string
}

const off = 'Embeddings are off, so only words were searched.'
const failed = 'Embeddings do not work at the moment, so only words were searched.'
const another = 'The vectors are being made anew for another model; until they are complete only words are searched.'

/** The question as a vector of the model that is searched, or why there is none. */
export async function questionVector(ctx: Context, text: string): Promise<Question | { note: string }> {
  const { embeddings } = ctx.services
  const { model } = embeddings
  if (embeddings.state === 'off') return { note: off }
  if (!model) return { note: failed }
  const current = await ctx.tx.row(currentModel, [])
  if (current && current.id !== model.id) return { note: another }
  if (!current) return { note: 'Nothing has been embedded yet, so only words were searched.' }
  try {
    const [vector] = await embeddings.embed([text], 'query')
    return vector ? { model, vector: vectorText(vector) } : { note: failed }
  } catch {
    return { note: failed }
  }
}
