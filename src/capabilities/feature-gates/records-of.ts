import type { Context } from '../../kernel/context.ts'
import { selfApprovalAllowed } from '../approvals/self-approval.ts'
import { liveVerdictsOf } from '../approvals/verdicts-of.ts'
import { liveEvidenceOf } from '../evidence/evidence-of.ts'
import { authorsOf } from '../features/authors.ts'
import type { Records } from './missing.ts'

/** What counts for each of these features. */
export async function recordsOf(ctx: Context, features: readonly string[]): Promise<(feature: string) => Records> {
  const [evidence, verdicts, authors, selfApproval] = await Promise.all([
    liveEvidenceOf(ctx, features),
    liveVerdictsOf(ctx, features),
    authorsOf(ctx, features),
    selfApprovalAllowed(ctx),
  ])
  return (feature) => ({
    evidence: evidence.filter((one) => one.feature_id === feature),
    verdicts: verdicts.filter((one) => one.feature_id === feature),
    authors: new Set(authors.filter((one) => one.feature_id === feature).map((one) => one.user_id)),
    selfApproval,
  })
}
