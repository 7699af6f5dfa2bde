import { implement } from '../../../kernel/operation.ts'
import { embedWaiting, settleFailures } from '../../memory/vectors/turns.ts'
import * as contracts from './search.contract.ts'
import * as queries from './search.queries.ts'

const max = 256

/** Vector and mark commit together: after a crash, documents that aren't marked are picked up again. */
export const embedDocuments = implement(contracts.embedDocuments, {
  async prepare(ctx) {
    const model = ctx.services.embeddings.model?.id
    if (!model) return null
    const { org } = ctx
    return embedWaiting<queries.PendingDocument>(ctx, {
      kind: 'documents',
      textOf: ({ text }) => text,
      waiting: (inside, after) => inside.tx.rows(queries.pending, { org, model, after, limit: max }),
      async store(inside, made) {
        await inside.tx.rows(queries.storeVectors, {
          org,
          model,
          ids: made.done.map(({ item }) => item.id),
          digests: made.done.map(({ item }) => item.digest),
          vectors: made.done.map(({ vector }) => vector),
        })
        return settleFailures(inside, 'documents', made, (ids) => inside.tx.rows(queries.setAside, { org, model, ids }))
      },
    })
  },
  async handle(ctx, _, made) {
    if (made?.more) await ctx.enqueue('embedDocuments', {})
    return { embedded: made?.embedded ?? 0 }
  },
})
