import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { featureSentBack, told } from '../features/features.events.ts'
import { moveToGate } from '../feature-gates/move-to-gate.ts'
import { presentFeature } from '../feature-gates/present-feature.ts'
import { requireWaiting } from '../features/require-feature.ts'
import { voidRecords } from '../feature-gates/void-records.ts'
import { from } from '../feature-gates/void-scope.ts'
import { mentionedMembers } from '../organizations/mentioned-members.ts'
import * as contracts from './approvals.contract.ts'
import { recordVerdict } from './record-verdict.ts'

export const sendBackFeature = implement(contracts.sendBackFeature, async (ctx, { feature: name, gate: seen, words, to }) => {
  const { feature, gate } = await requireWaiting(ctx, name, seen)
  const back = to === undefined ? Math.max(0, feature.position - 1) : feature.gates.findIndex((one) => one.key === to)
  if (back === -1 || back > feature.position) {
    const passed = feature.gates.slice(0, feature.position + 1).map((one) => one.key)
    throw new Refusal('invalid', `to: ${feature.ref} can be sent back to ${passed.join(', ')}.`)
  }
  await voidRecords(ctx, feature, from(feature.gates.slice(back)))
  await recordVerdict(ctx, feature, gate, { kind: 'approval', verdict: 'send_back', words, self_approved: false }, undefined)
  const mentions = await mentionedMembers(ctx, words)
  const moved = await moveToGate(ctx, feature, back, (there) =>
    ctx.emit(featureSentBack, { feature: told(there), from: gate.key, to: there.gate ?? '', reason: 'person', words, mentions }),
  )
  return presentFeature(ctx, moved)
})
