import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { actingUsers, authorsOf } from '../features/authors.ts'
import { summaryForLog } from '../features/features.events.ts'
import { presentFeature } from '../gates/present-feature.ts'
import { requireWaiting } from '../features/require-feature.ts'
import { mentionedMembers } from '../../organizations/organizations/people.ts'
import * as contracts from './approvals.contract.ts'
import { featureApproved } from './approvals.events.ts'
import { recordVerdict } from './record-verdict.ts'
import { selfApprovalAllowed } from './self-approval.ts'
import { mayApprove } from './who-decides.ts'

export const approveFeature = implement(contracts.approveFeature, async (ctx, { feature: name, gate: seen, commit, words = '' }) => {
  const { feature, gate } = await requireWaiting(ctx, name, seen)
  if (gate.kind !== 'approval') {
    throw new Refusal(
      'conflict',
      `${feature.ref} is at the gate ${gate.key}, which asks for ${gate.kind}. {getFeature} says what is missing.`,
    )
  }
  if (!mayApprove(gate, userOf(ctx), ctx.principal.organization?.role ?? 'viewer')) {
    throw new Refusal('forbidden', `The gate ${gate.key} names its approvers, and you are not among them.`)
  }
  const authors = new Set((await authorsOf(ctx, [feature.id])).map((author) => author.user_id))
  const self_approved = (await actingUsers(ctx)).some((user) => authors.has(user))
  if (self_approved && !(await selfApprovalAllowed(ctx))) {
    throw new Refusal(
      'forbidden',
      'You are among the authors of this feature; somebody else must approve it. Alone in an organization, its owner can allow self-approval: {updateFeatureSettings}.',
    )
  }
  const approval = await recordVerdict(ctx, feature, gate, { kind: 'approval', verdict: 'approve', words, self_approved }, commit)
  ctx.emit(featureApproved, { feature: summaryForLog(feature), approval, mentions: await mentionedMembers(ctx, words) })
  return { approval, feature: await presentFeature(ctx, feature) }
})
