import { implement } from '../../kernel/operation.ts'
import { requireFeature } from '../features/require-feature.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './evidence.contract.ts'
import { evidence } from './evidence.queries.ts'

export const listEvidence = implement(contracts.listEvidence, async (ctx, { feature: name, limit, cursor }) => {
  const { id } = await requireFeature(ctx, name, 'read')
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(evidence, [ctx.org, id, before, limit + 1]), limit, (row) => [row.id])
})
