import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { mentionedMembers } from '../../organizations/organizations/people.ts'
import { featureSentBack, summaryForLog } from '../features/features.events.ts'
import { requireFeature, requireWaiting } from '../features/require-feature.ts'
import { moveToGate } from '../gates/move-to-gate.ts'
import { presentFeature } from '../gates/present-feature.ts'
import { from, voidRecords } from '../gates/void-records.ts'
import * as contracts from './approvals.contract.ts'
import { approvalSnoozed, settingsUpdated } from './approvals.events.ts'
import { snooze, storeSettings } from './approvals.queries.ts'
import { recordVerdict } from './record-verdict.ts'
import { featureSettings } from './self-approval.ts'

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
    ctx.emit(featureSentBack, { feature: summaryForLog(there), from: gate.key, to: there.gate ?? '', reason: 'person', words, mentions }),
  )
  return presentFeature(ctx, moved)
})

export const snoozeApproval = implement(contracts.snoozeApproval, async (ctx, { feature: name, until }) => {
  const feature = await requireFeature(ctx, name, 'write')
  const time = new Date(until)
  if (Number.isNaN(time.getTime()) || time.getTime() < 0) throw new Refusal('invalid', 'until: is no time of the calendar.')
  const row = await ctx.tx.one(snooze, { org: ctx.org, feature: feature.id, user: userOf(ctx), until: time })
  ctx.emit(approvalSnoozed, { feature: summaryForLog(feature), user_id: userOf(ctx), until: row.until })
  ctx.target(feature.id)
  return row
})

export const getFeatureSettings = implement(contracts.getFeatureSettings, (ctx) => featureSettings(ctx))

export const updateFeatureSettings = implement(contracts.updateFeatureSettings, async (ctx, { allow_self_approval, version }) => {
  const before = await featureSettings(ctx)
  if (version !== undefined && version !== before.version) {
    throw new Refusal('stale_version', 'Someone changed these settings in the meantime. Read them again and retry.')
  }
  const settings = await ctx.tx.one(storeSettings, { org: ctx.org, allow_self_approval, updated_by: userOf(ctx), now: ctx.clock.now() })
  ctx.emit(settingsUpdated, { settings })
  return settings
})
