import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { recordEvidence } from '../evidence/record-evidence.ts'
import { changeFeature } from '../features/change-feature.ts'
import type { FoundFeature } from '../features/feature-row.ts'
import * as contracts from '../features/features.contract.ts'
import { featureAdvanced, featureShipped, featureUpdated, summaryForLog } from '../features/features.events.ts'
import { requireFeature, requireWaiting } from '../features/require-feature.ts'
import { applyCommit } from './apply-commit.ts'
import type { Missing } from './missing.ts'
import { moveToGate } from './move-to-gate.ts'
import { missingFor, presentFeature } from './present-feature.ts'
import { recordsOf } from './records-of.ts'
import { relinkFeature } from './relink-feature.ts'

type Input = z.output<typeof contracts.advanceFeature.input>

/** The only way forward: a gate opens when the server finds everything it asks for. */
export const advanceFeature = implement(contracts.advanceFeature, async (outer, input) => {
  const ctx = together(outer)
  const found = [requireFeature(ctx, input.feature, 'read'), requireWaiting(ctx, input.feature, input.gate)] as const
  await Promise.allSettled(found)
  const [seen, { feature: locked }] = await Promise.all(found)
  // A caller that waited for the lock meant the gate it saw, not the next one: one statement reads both, the first as it was before the wait.
  if (locked.position !== seen.position)
    throw new Refusal('conflict', `${locked.ref} was moved at this moment. Read it again with {getFeature}.`)
  const feature = await record(ctx, locked, input)
  const records = (await recordsOf(ctx, [feature.id]))(feature.id)
  const missing = missingFor(feature, records)
  const reopened = input.gate !== undefined && input.gate !== feature.gate
  if (reopened || missing.length > 0)
    throw closed(feature, missing, feature.version > locked.version || [input.evidence, input.tasks].some((list) => list?.length))
  return presentFeature(ctx, await pass(ctx, feature), records)
})

/** Stores what the caller reports along the way; it is kept even if the gate stays closed. */
async function record(
  ctx: Context,
  before: FoundFeature,
  { commit, evidence = [], spec, tasks, summary, recommendation, risks }: Input,
): Promise<FoundFeature> {
  const linked = await relinkFeature(ctx, before, { spec, tasks })
  const feature = commit === undefined ? linked : await applyCommit(ctx, linked, commit)
  if (new Set(evidence.map((one) => one.check)).size < evidence.length) {
    throw new Refusal('invalid', 'evidence: names a check twice. Send its last result.')
  }
  for (const one of evidence) await recordEvidence(ctx, feature, one, commit)
  const after = await changeFeature(ctx, feature, { summary, recommendation, risks })
  if (after.changed.length > 0) ctx.emit(featureUpdated, { feature: summaryForLog(after.feature), changed: after.changed })
  return after.feature
}

function closed(feature: FoundFeature, missing: Missing[], recorded: boolean): Refusal {
  const list = missing.map((one) => `[${one.gate}] ${one.message}`).join(' ')
  const why = list || `The gate ${feature.gate} is open again: ${feature.ref} has a new commit or another spec.`
  const kept = recorded ? ' What you reported is recorded.' : ''
  const refusal = new Refusal('gate_closed', `${feature.ref} stays at the gate ${feature.gate}. ${why}${kept}`, {
    feature: feature.ref,
    gate: feature.gate,
    missing,
  })
  return recorded ? refusal.committing() : refusal
}

async function pass(ctx: Context, feature: FoundFeature): Promise<FoundFeature> {
  const from = feature.gate ?? ''
  if (feature.position + 1 < feature.gates.length) {
    const tell = (moved: FoundFeature) => ctx.emit(featureAdvanced, { feature: summaryForLog(moved), from, to: moved.gate ?? '' })
    return moveToGate(ctx, feature, feature.position + 1, tell, 'last')
  }
  const end = { status: 'complete', position: feature.gates.length, gate: null, gate_kind: null } as const
  const { feature: shipped } = await changeFeature(ctx, feature, { ...end, completed_at: ctx.clock.now().toISOString() }, 'last')
  ctx.emit(featureShipped, { feature: summaryForLog(shipped), from, commit: shipped.commit })
  return shipped
}
