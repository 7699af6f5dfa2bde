import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { announceWait } from '../feature-gates/move-to-gate.ts'
import { presentFeature } from '../feature-gates/present-feature.ts'
import { changeFeature, type Changes } from './change-feature.ts'
import * as contracts from './features.contract.ts'
import { featureRestored, told } from './features.events.ts'
import { requireFeature } from './require-feature.ts'

/** A deleted one comes back as it was; one that was cancelled and not deleted is under way again. */
export const restoreFeature = implement(contracts.restoreFeature, async (ctx, { feature: name }) => {
  const before = await requireFeature(ctx, name, 'restore')
  const changes: Changes = before.deleted_at ? { deleted_at: null } : { status: 'active', cancelled_at: null }
  if (!before.deleted_at && before.status !== 'cancelled') {
    throw new Refusal('conflict', `${before.ref} is ${before.status} and not deleted: there is nothing to restore.`)
  }
  const { feature } = await changeFeature(ctx, before, changes)
  ctx.emit(featureRestored, { feature: told(feature) })
  if (feature.status === 'active') await announceWait(ctx, feature)
  return presentFeature(ctx, feature)
})
