import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { presentFeature } from '../feature-gates/present-feature.ts'
import { relinkFeature } from '../feature-gates/relink-feature.ts'
import { requireMember } from '../organizations/require-member.ts'
import { addAuthors } from './authors.ts'
import { changeFeature } from './change-feature.ts'
import * as contracts from './features.contract.ts'
import { featureUpdated, told } from './features.events.ts'
import { requireFeature } from './require-feature.ts'

export const updateFeature = implement(contracts.updateFeature, async (ctx, input) => {
  const { title, description, owner, summary, recommendation, risks, version } = input
  const before = await requireFeature(ctx, input.feature, 'write', input.project)
  if (version !== undefined && version !== before.version) {
    throw new Refusal(
      'stale_version',
      `Somebody changed ${before.ref} in the meantime; it is at version ${before.version}. Read it again and repeat.`,
    )
  }
  const owner_id = owner === undefined ? undefined : (await requireMember(ctx, owner)).user_id
  if (owner_id) await addAuthors(ctx, before.id, [owner_id], 'owner')
  const { feature, changed } = await changeFeature(ctx, before, { title, description, owner_id, summary, recommendation, risks })
  if (changed.length > 0) ctx.emit(featureUpdated, { feature: told(feature), changed })
  return presentFeature(ctx, await relinkFeature(ctx, feature, input))
})
