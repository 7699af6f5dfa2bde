import { system } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './memory-vectors.contract.ts'
import { organizationsToEmbed } from './memory-vectors.queries.ts'

const atOnce = 200

/** For what was stored while the model was away, and for everything when there is another one. */
export const queueEmbeddings = implement(contracts.queueEmbeddings, async (ctx) => {
  const { model } = ctx.services.embeddings
  if (!model) return { organizations: 0 }
  await ctx.enqueue('adoptEmbeddingModel', {})
  const waiting = await ctx.tx.rows(organizationsToEmbed, [model.id, atOnce])
  for (const { org_id } of waiting) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('embedMemories', {})
  }
  return { organizations: waiting.length }
})
