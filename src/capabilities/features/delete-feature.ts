import { implement } from '../../kernel/operation.ts'
import { presentFeature } from '../feature-gates/present-feature.ts'
import { changeFeature } from './change-feature.ts'
import * as contracts from './features.contract.ts'
import { featureDeleted, told } from './features.events.ts'
import { requireFeature } from './require-feature.ts'

export const deleteFeature = implement(contracts.deleteFeature, async (ctx, { feature: name, project }) => {
  const before = await requireFeature(ctx, name, 'write', project)
  const { feature } = await changeFeature(ctx, before, { deleted_at: ctx.clock.now().toISOString() })
  ctx.emit(featureDeleted, { feature: told(feature) })
  return presentFeature(ctx, feature)
})
