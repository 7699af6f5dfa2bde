import { implement } from '../../../kernel/operation.ts'
import { batchOf, countFailures, embedBatch, endTurn, forgiveFailures, takeTurn } from '../../memory/vectors/turns.ts'
import * as contracts from './search.contract.ts'
import * as queries from './search.queries.ts'

const max = 64

const textOf = ({ text }: { text: string }): string => text

/** Vector and mark commit together: killed half-way, none of it happened and the job comes again. */
export const embedDocuments = implement(contracts.embedDocuments, {
  async prepare(ctx) {
    const { embeddings } = ctx.services
    const { model } = embeddings
    if (!model) return null
    const taken = await ctx.transaction('write', async (inside) => {
      const waiting = await inside.tx.rows(queries.pending, { org: ctx.org, model: model.id, limit: max })
      const until = waiting.length > 0 ? await takeTurn(inside, 'documents') : null
      return until && { until, waiting, items: batchOf(waiting, textOf) }
    })
    if (!taken) return null
    const { until, waiting, items } = taken
    try {
      const more = items.length < waiting.length || waiting.length === max
      return { model: model.id, until, more, ...(await embedBatch(embeddings, items, textOf)) }
    } catch (error) {
      await ctx.transaction('write', (inside) => endTurn(inside, 'documents', until))
      throw error
    }
  },
  async handle(ctx, _, prepared) {
    if (!prepared) return { embedded: 0 }
    const { model, until, more, done, failed } = prepared
    const ids = done.map(({ item }) => item.id)
    await ctx.tx.rows(queries.storeVectors, {
      org: ctx.org,
      model,
      ids,
      digests: done.map(({ item }) => item.digest),
      vectors: done.map(({ vector }) => vector),
    })
    await forgiveFailures(ctx, 'documents', ids)
    const aside = await countFailures(
      ctx,
      'documents',
      failed.map(({ item, reason }) => ({ id: item.id, reason })),
    )
    await ctx.tx.rows(queries.setAside, { org: ctx.org, model, ids: aside })
    await endTurn(ctx, 'documents', until)
    if (more || failed.length > aside.length) await ctx.enqueue('embedDocuments', {})
    return { embedded: done.length }
  },
})
