import type { Context } from '../../../kernel/context.ts'
import { selfApprovalAllowed } from '../approvals/self-approval.ts'
import { whoDecides } from '../approvals/who-decides.ts'
import { authorsOf } from '../features/authors.ts'
import { changeFeature } from '../features/change-feature.ts'
import type { FeatureRow } from '../features/feature-row.ts'
import { featureWaiting, reviewRequested, summaryForLog } from '../features/features.events.ts'

/** Moves a locked feature to a gate, emits that through `tell`, and then notifies those it waits for there. */
export async function moveToGate<Row extends FeatureRow>(
  ctx: Context,
  before: Row,
  position: number,
  tell: (moved: Row) => void,
  stored: 'now' | 'last' = 'now',
): Promise<Row> {
  const gate = before.gates[position]
  if (!gate) throw new Error('there is no such gate')
  const { feature } = await changeFeature(ctx, before, { position, gate: gate.key, gate_kind: gate.kind }, stored)
  tell(feature)
  await announceWait(ctx, feature)
  return feature
}

/** A gate that needs people announces whom it waits for; an evidence gate waits for whoever is working on the feature anyway. */
export async function announceWait(ctx: Context, feature: FeatureRow): Promise<void> {
  const gate = feature.gates[feature.position]
  if (!gate || gate.kind === 'evidence') return
  const [allowed, authors] = await Promise.all([selfApprovalAllowed(ctx), authorsOf(ctx, [feature.id])])
  const excluded = new Set(allowed ? [] : authors.map((author) => author.user_id))
  const people = await whoDecides(ctx, feature.project_id, gate, excluded)
  if (gate.kind === 'approval') ctx.emit(featureWaiting, { feature: summaryForLog(feature), gate: gate.key, waiting_for: people })
  else ctx.emit(reviewRequested, { feature: summaryForLog(feature), gate: gate.key, reviewers: people })
}
