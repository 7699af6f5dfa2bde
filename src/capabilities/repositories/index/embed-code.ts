import { implement } from '../../../kernel/operation.ts'
import { embedWaiting, settleFailures } from '../../memory/vectors/turns.ts'
import * as contracts from './repository-index.contract.ts'
import * as queries from './repository-index.queries.ts'

const max = 256

/** A piece never changes, it is replaced: if it is gone by the time its vector is ready, nothing is lost. */
export const embedCode = implement(contracts.embedCode, {
  async prepare(ctx) {
    const model = ctx.services.embeddings.model?.id
    if (!model) return null
    const { org } = ctx
    return embedWaiting<{ id: string; text: string }>(ctx, {
      kind: 'code',
      textOf: ({ text }) => text,
      waiting: (inside, after) => inside.tx.rows(queries.pending, { org, model, after, limit: max }),
      async store(inside, made) {
        const ids = made.done.map(({ item }) => item.id)
        await inside.tx.rows(queries.storeVectors, { org, model, ids, vectors: made.done.map(({ vector }) => vector) })
        return settleFailures(inside, 'code', made, (aside) => inside.tx.rows(queries.setAside, { org, model, ids: aside }))
      },
    })
  },
  async handle(ctx, _, made) {
    if (made?.more) await ctx.enqueue('embedCode', {})
    return { embedded: made?.embedded ?? 0 }
  },
})
