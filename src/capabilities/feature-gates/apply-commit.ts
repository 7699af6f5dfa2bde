import { userOf, type Context } from '../../kernel/context.ts'
import { actingUsers, addAuthors } from '../features/authors.ts'
import { changeFeature } from '../features/change-feature.ts'
import type { FoundFeature } from '../features/feature-row.ts'
import { featureSentBack, featureUpdated, told } from '../features/features.events.ts'
import { storeCommit } from '../features/store-commit.ts'
import { moveToGate } from './move-to-gate.ts'
import { voidRecords } from './void-records.ts'

/**
 * The feature is at this commit now. What was said of the one before is void, and the gates passed with it are open again:
 * what ships rests on nothing else than what was shown of the commit that ships.
 */
export async function applyCommit(ctx: Context, before: FoundFeature, commit: string): Promise<FoundFeature> {
  if (before.commit === commit) return before
  await storeCommit(ctx, before.id, commit, userOf(ctx))
  await addAuthors(ctx, before.id, await actingUsers(ctx), 'commit')
  const { feature, changed } = await changeFeature(ctx, before, { commit })
  ctx.emit(featureUpdated, { feature: told(feature), changed })
  await voidRecords(ctx, feature, { reason: 'commit' })
  const code = feature.gates.findIndex((gate) => !gate.before_code)
  if (before.commit === null || feature.position < code) return feature
  return moveToGate(ctx, feature, code, (moved) => {
    if (moved.position === before.position) return
    const [from, to] = [before.gate ?? '', moved.gate ?? '']
    ctx.emit(featureSentBack, { feature: told(moved), from, to, reason: 'commit', words: '', mentions: [] })
  })
}
