import type { Context } from '../../../kernel/context.ts'
import { isPresent } from '../../../kernel/authorize.ts'
import { implement } from '../../../kernel/operation.ts'
import { actingUsers, authorsOf } from '../features/authors.ts'
import { summaryForLog } from '../features/features.events.ts'
import { presentFeature } from '../gates/present-feature.ts'
import { requireWaiting } from '../features/require-feature.ts'
import { mentionedMembers } from '../../organizations/organizations/people.ts'
import type { Gate } from '../workflows/gate.ts'
import * as contracts from './approvals.contract.ts'
import { reviewSubmitted } from './approvals.events.ts'
import { recordVerdict } from './record-verdict.ts'
import { aloneAdvice, selfApprovalState, type SelfApproval } from './self-approval.ts'

export const submitReview = implement(contracts.submitReview, async (ctx, { feature: name, gate: seen, verdict, words = '', commit }) => {
  const { feature, gate } = await requireWaiting(ctx, name, seen)
  const { why_not, self_approved } = await worth(ctx, feature.id, gate)
  const review = await recordVerdict(ctx, feature, gate, { kind: 'review', verdict, words, self_approved }, commit)
  const counts = why_not === null
  ctx.emit(reviewSubmitted, { feature: summaryForLog(feature), review, counts, mentions: await mentionedMembers(ctx, words) })
  return { review, counts, why_not, feature: await presentFeature(ctx, feature) }
})

/** Whether this caller's review counts at this gate. The only member of an organization may review their own work, but only in person. */
async function worth(ctx: Context, feature: string, gate: Gate): Promise<{ why_not: string | null; self_approved: boolean }> {
  const authors = new Set((await authorsOf(ctx, [feature])).map((author) => author.user_id))
  const own = (await actingUsers(ctx)).some((user) => authors.has(user))
  const present = isPresent(ctx.principal, ctx.clock.now())
  const state = await selfApprovalState(ctx)
  const self_approved = own && present && state === 'allowed'
  const agent = ctx.principal.agent !== null
  return { why_not: whyNot(gate, { own: own && !self_approved, present, agent, state }), self_approved }
}

interface Reviewer {
  own: boolean
  present: boolean
  agent: boolean
  state: SelfApproval
}

function whyNot(gate: Gate, { own, present, agent, state }: Reviewer): string | null {
  if (gate.kind !== 'review')
    return `The gate ${gate.key} asks for ${gate.kind === 'evidence' ? 'evidence' : 'approval by a person'}, not for reviews.`
  const authors = agent ? 'You act for an author of this feature' : 'You are among the authors of this feature'
  if (own) return `${authors}, so this review does not count. ${aloneAdvice[state] || 'Somebody else must review it.'}`
  if (gate.by === 'person' && !present) return `The gate ${gate.key} takes reviews by persons who have just logged in.`
  return null
}
