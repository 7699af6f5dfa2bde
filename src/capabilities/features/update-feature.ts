import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { moveToGate } from '../feature-gates/move-to-gate.ts'
import { presentFeature } from '../feature-gates/present-feature.ts'
import { voidRecords } from '../feature-gates/void-records.ts'
import { requireMember } from '../organizations/require-member.ts'
import { addAuthors } from './authors.ts'
import { changeFeature } from './change-feature.ts'
import { linkFeature, resolveSpec, type SpecLink } from './feature-links.ts'
import type { FoundFeature } from './feature-row.ts'
import * as contracts from './features.contract.ts'
import { featureSentBack, featureUpdated, told } from './features.events.ts'
import { requireFeature } from './require-feature.ts'

export const updateFeature = implement(contracts.updateFeature, async (ctx, input) => {
  const { title, description, owner, tasks, summary, recommendation, risks, version } = input
  const before = await requireFeature(ctx, input.feature, 'write', input.project)
  if (version !== undefined && version !== before.version) {
    throw new Refusal(
      'stale_version',
      `Somebody changed ${before.ref} in the meantime; it is at version ${before.version}. Read it again and repeat.`,
    )
  }
  const owner_id = owner === undefined ? undefined : (await requireMember(ctx, owner)).user_id
  if (owner_id) await addAuthors(ctx, before.id, [owner_id], 'owner')
  const spec = await resolveSpec(ctx, before, input)
  const { feature, changed } = await changeFeature(ctx, before, { title, description, owner_id, summary, recommendation, risks, ...spec })
  const respecified = changed.includes('spec_id') || changed.includes('spec_version')
  if (tasks || respecified) await linkFeature(ctx, feature.id, spec, tasks)
  if (changed.length > 0 || tasks) ctx.emit(featureUpdated, { feature: told(feature), changed: tasks ? [...changed, 'tasks'] : changed })
  return presentFeature(ctx, respecified ? await startAgain(ctx, before, feature) : feature)
})

/** What was agreed on is another thing now, so nothing that was said of the old one counts. */
async function startAgain(ctx: Context, before: SpecLink & FoundFeature, feature: FoundFeature): Promise<FoundFeature> {
  if (feature.status !== 'active') throw new Refusal('conflict', `${feature.ref} is ${feature.status}; its spec stays what it was.`)
  await voidRecords(ctx, feature, { reason: 'spec' })
  if (feature.position === 0) return feature
  return moveToGate(ctx, feature, 0, (moved) => {
    const [from, to] = [before.gate ?? '', moved.gate ?? '']
    ctx.emit(featureSentBack, { feature: told(moved), from, to, reason: 'spec', words: '', mentions: [] })
  })
}
