import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireFeature, requireWaiting } from '../features/require-feature.ts'
import * as contracts from './evidence.contract.ts'
import { evidence } from './evidence.queries.ts'
import { recordEvidence } from './record-evidence.ts'

export const addEvidence = implement(contracts.addEvidence, async (ctx, { feature: name, commit, ...said }) => {
  const { feature } = await requireWaiting(ctx, name)
  return recordEvidence(ctx, feature, said, commit)
})

export const listEvidence = implement(contracts.listEvidence, async (ctx, { feature: name, limit, cursor }) => {
  const { id } = await requireFeature(ctx, name, 'read')
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(evidence, { org: ctx.org, id, before, limit: limit + 1 }), limit, (row) => [row.id])
})
