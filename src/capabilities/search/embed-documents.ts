import { implement } from '../../kernel/operation.ts'
import { vectorText } from '../memory-vectors/vector-text.ts'
import * as contracts from './search.contract.ts'
import * as queries from './search.queries.ts'

const batch = 32

/** Vector and mark commit together: killed half-way, none of it happened and the job comes again. */
export const embedDocuments = implement(contracts.embedDocuments, async (ctx) => {
  const { model } = ctx.services.embeddings
  if (!model || !(await ctx.tx.row(queries.takeTurn, [ctx.org]))?.taken) return { embedded: 0 }
  const documents = await ctx.tx.rows(queries.pending, [ctx.org, model.id, batch])
  if (documents.length === 0) return { embedded: 0 }
  const vectors = await ctx.services.embeddings.embed(
    documents.map(({ text }) => text),
    'passage',
  )
  const made = [documents.map(({ id }) => id), documents.map(({ digest }) => digest), vectors.map(vectorText)]
  await ctx.tx.rows(queries.storeVectors, [ctx.org, model.id, ...made])
  if (documents.length === batch) await ctx.enqueue('embedDocuments', {})
  return { embedded: documents.length }
})
