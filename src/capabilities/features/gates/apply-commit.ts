import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { proveFeature } from '../evidence/from-checks.ts'
import { actingUsers, addAuthors } from '../features/authors.ts'
import { changeFeature, storeCommit } from '../features/change-feature.ts'
import type { FoundFeature } from '../features/feature-row.ts'
import * as contracts from '../features/features.contract.ts'
import { featureSentBack, featureUpdated, summaryForLog } from '../features/features.events.ts'
import { requireWaiting } from '../features/require-feature.ts'
import { moveToGate } from './move-to-gate.ts'
import { presentFeature } from './present-feature.ts'
import { voidRecords } from './void-records.ts'

/**
 * Moves the feature to this commit. Records about the previous one are voided, and the gates passed with it reopen:
 * what ships may rest only on what was shown for the commit that ships.
 */
export async function applyCommit(ctx: Context, before: FoundFeature, commit: string, branch: string | null = null): Promise<FoundFeature> {
  if (before.commit === commit) return before
  // The code host reports pushes without saying which of our users pushed.
  await storeCommit(ctx, before.id, commit, branch)
  if (ctx.principal.user) await addAuthors(ctx, before.id, await actingUsers(ctx), 'commit')
  const { feature, changed } = await changeFeature(ctx, before, { commit })
  ctx.emit(featureUpdated, { feature: summaryForLog(feature), changed })
  await voidRecords(ctx, feature, { reason: 'commit' })
  await proveFeature(ctx, feature)
  const code = feature.gates.findIndex((gate) => !gate.before_code)
  if (before.commit === null || feature.position < code) return feature
  return moveToGate(ctx, feature, code, (moved) => {
    if (moved.position === before.position) return
    const [from, to] = [before.gate ?? '', moved.gate ?? '']
    ctx.emit(featureSentBack, { feature: summaryForLog(moved), from, to, reason: 'commit', words: '', mentions: [] })
  })
}

export const reportCommit = implement(contracts.reportCommit, async (ctx, { feature: name, commit }) => {
  const { feature } = await requireWaiting(ctx, name)
  ctx.target(feature.id)
  return presentFeature(ctx, await applyCommit(ctx, feature, commit))
})
