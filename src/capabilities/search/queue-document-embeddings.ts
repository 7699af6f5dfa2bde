import { system } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './search.contract.ts'
import { organizationsToIndex } from './search.queries.ts'

const atOnce = 200

/** The index is kept by the database, which asks for no jobs: what has no vector yet is looked for by the clock. */
export const queueDocumentEmbeddings = implement(contracts.queueDocumentEmbeddings, async (ctx) => {
  const { model } = ctx.services.embeddings
  if (!model) return { organizations: 0 }
  const waiting = await ctx.tx.rows(organizationsToIndex, [model.id, atOnce])
  for (const { org_id } of waiting) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('embedDocuments', {})
  }
  return { organizations: waiting.length }
})
