import { implement } from '../../kernel/operation.ts'
import { requireWaiting } from '../features/require-feature.ts'
import * as contracts from './evidence.contract.ts'
import { recordEvidence } from './record-evidence.ts'

/** The same as adding evidence, behind the one scope a build server's key needs. */
export const reportCheck = implement(contracts.reportCheck, async (ctx, { feature: name, commit, ...said }) => {
  const { feature } = await requireWaiting(ctx, name)
  return recordEvidence(ctx, feature, said, commit)
})
