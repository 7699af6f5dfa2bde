import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { changeFeature } from '../features/change-feature.ts'
import { linkFeature, resolveSpec, type Wanted } from '../features/feature-links.ts'
import type { FoundFeature } from '../features/feature-row.ts'
import { featureSentBack, featureUpdated, summaryForLog } from '../features/features.events.ts'
import { moveToGate } from './move-to-gate.ts'
import { voidRecords } from './void-records.ts'

/** Links a locked feature to another spec version, or to other tasks. */
export async function relinkFeature(ctx: Context, before: FoundFeature, { tasks, spec, spec_version }: Wanted): Promise<FoundFeature> {
  const linked = await resolveSpec(ctx, before, { spec, spec_version })
  const { feature, changed } = await changeFeature(ctx, before, linked)
  const respecified = changed.length > 0
  if (!tasks && !respecified) return before
  await linkFeature(ctx, feature.id, linked, tasks)
  ctx.emit(featureUpdated, { feature: summaryForLog(feature), changed: tasks ? [...changed, 'tasks'] : changed })
  return respecified ? startAgain(ctx, before, feature) : feature
}

/** The agreed spec is another one now, so nothing that was recorded for the old one counts. */
async function startAgain(ctx: Context, before: FoundFeature, feature: FoundFeature): Promise<FoundFeature> {
  if (feature.status !== 'active') throw new Refusal('conflict', `${feature.ref} is ${feature.status}; its spec stays what it was.`)
  await voidRecords(ctx, feature, { reason: 'spec' })
  if (feature.position === 0) return feature
  return moveToGate(ctx, feature, 0, (moved) => {
    const [from, to] = [before.gate ?? '', moved.gate ?? '']
    ctx.emit(featureSentBack, { feature: summaryForLog(moved), from, to, reason: 'spec', words: '', mentions: [] })
  })
}
