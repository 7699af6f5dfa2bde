import type { TxContext } from '../../../kernel/context.ts'
import { together } from '../../../platform/together.ts'
import { selfApprovalState } from '../approvals/self-approval.ts'
import { liveVerdictsOf } from '../approvals/verdict-row.ts'
import { liveEvidenceOf } from '../evidence/evidence-row.ts'
import { authorsOf } from '../features/authors.ts'
import { conditionsOf } from '../features/require-feature.ts'
import type { Records } from './missing.ts'

/** The records that count for each of these features. */
export async function recordsOf(outer: TxContext, features: readonly string[]): Promise<(feature: string) => Records> {
  const ctx = together(outer)
  const [evidence, verdicts, authors, selfApproval, linked] = await Promise.all([
    liveEvidenceOf(ctx, features),
    liveVerdictsOf(ctx, features),
    authorsOf(ctx, features),
    selfApprovalState(ctx),
    conditionsOf(ctx, features),
  ])
  return (feature) => ({
    evidence: evidence.filter((one) => one.feature_id === feature),
    verdicts: verdicts.filter((one) => one.feature_id === feature),
    authors: new Set(authors.filter((one) => one.feature_id === feature).map((one) => one.user_id)),
    selfApproval,
    spec: linked.find((one) => one.feature_id === feature && one.kind === 'spec') ?? null,
    openTasks: linked.filter((one) => one.feature_id === feature && one.kind === 'task').map((one) => one.ref),
  })
}
