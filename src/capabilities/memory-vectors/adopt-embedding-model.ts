import { implement } from '../../kernel/operation.ts'
import * as contracts from './memory-vectors.contract.ts'
import { adopt, dropOld } from './memory-vectors.queries.ts'

const oldKeptDays = 7

export const adoptEmbeddingModel = implement(contracts.adoptEmbeddingModel, async (ctx) => {
  const { model } = ctx.services.embeddings
  const now = ctx.clock.now()
  if (!model) return { state: 'off' as const, dropped: 0 }
  const row = await ctx.tx.row(adopt, [model.id, model.name, model.dimensions, now])
  const gone = await ctx.tx.row(dropOld, [new Date(now.getTime() - oldKeptDays * 86_400_000)])
  return { state: row?.state ?? ('off' as const), dropped: gone?.dropped ?? 0 }
})
