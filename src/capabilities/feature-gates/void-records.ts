import type { Context } from '../../kernel/context.ts'
import { voidVerdicts } from '../approvals/void-verdicts.ts'
import { evidenceVoided } from '../evidence/evidence.events.ts'
import { voidEvidence } from '../evidence/void-evidence.ts'
import type { FeatureRow } from '../features/feature-row.ts'
import { told } from '../features/features.events.ts'
import type { Scope } from './void-scope.ts'

/** Evidence, reviews and approvals stop counting together. */
export async function voidRecords(ctx: Context, feature: FeatureRow, scope: Scope): Promise<void> {
  const evidence = await voidEvidence(ctx, feature.id, scope)
  const verdicts = await voidVerdicts(ctx, feature.id, scope)
  if (evidence.length + verdicts.length > 0) ctx.emit(evidenceVoided, { feature: told(feature), reason: scope.reason, evidence, verdicts })
}
