import type { Context } from '../../../kernel/context.ts'
import { voidVerdicts } from '../approvals/verdict-row.ts'
import { voidEvidence } from '../evidence/evidence-row.ts'
import { evidenceVoided } from '../evidence/evidence.events.ts'
import type { FeatureRow } from '../features/feature-row.ts'
import { summaryForLog } from '../features/features.events.ts'
import type { Gate } from '../workflows/gate.ts'

/** Voids evidence, reviews and approvals together. */
export async function voidRecords(ctx: Context, feature: FeatureRow, scope: Scope): Promise<void> {
  const evidence = await voidEvidence(ctx, feature.id, scope)
  const verdicts = await voidVerdicts(ctx, feature.id, scope)
  if (evidence.length + verdicts.length > 0)
    ctx.emit(evidenceVoided, { feature: summaryForLog(feature), reason: scope.reason, evidence, verdicts })
}

/** Which records stop counting: those about code, all of them, or those of certain gates. */
export type Scope = { reason: 'commit' } | { reason: 'spec' } | { reason: 'sent_back'; gates: string[]; checks: string[] }

export const from = (gates: readonly Gate[]): Scope => ({
  reason: 'sent_back',
  gates: gates.map((gate) => gate.key),
  checks: gates.flatMap((gate) => (gate.kind === 'evidence' ? gate.checks.map(({ check }) => check) : [])),
})
