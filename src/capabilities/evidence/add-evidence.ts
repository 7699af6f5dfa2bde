import { implement } from '../../kernel/operation.ts'
import { requireWaiting } from '../features/require-feature.ts'
import * as contracts from './evidence.contract.ts'
import { recordEvidence } from './record-evidence.ts'

export const addEvidence = implement(contracts.addEvidence, async (ctx, { feature: name, commit, ...said }) => {
  const { feature } = await requireWaiting(ctx, name)
  return recordEvidence(ctx, feature, said, commit)
})
