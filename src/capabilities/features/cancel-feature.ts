import { implement } from '../../kernel/operation.ts'
import { presentFeature } from '../feature-gates/present-feature.ts'
import { changeFeature } from './change-feature.ts'
import * as contracts from './features.contract.ts'
import { featureCancelled, told } from './features.events.ts'
import { requireWaiting } from './require-feature.ts'

export const cancelFeature = implement(contracts.cancelFeature, async (ctx, { feature: name, reason = '' }) => {
  const { feature: before } = await requireWaiting(ctx, name)
  const { feature } = await changeFeature(ctx, before, { status: 'cancelled', cancelled_at: ctx.clock.now().toISOString() })
  ctx.emit(featureCancelled, { feature: told(feature), reason })
  return presentFeature(ctx, feature)
})
