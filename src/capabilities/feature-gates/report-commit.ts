import { implement } from '../../kernel/operation.ts'
import * as contracts from '../features/features.contract.ts'
import { requireWaiting } from '../features/require-feature.ts'
import { applyCommit } from './apply-commit.ts'
import { presentFeature } from './present-feature.ts'

export const reportCommit = implement(contracts.reportCommit, async (ctx, { feature: name, commit }) => {
  const { feature } = await requireWaiting(ctx, name)
  ctx.target(feature.id)
  return presentFeature(ctx, await applyCommit(ctx, feature, commit))
})
