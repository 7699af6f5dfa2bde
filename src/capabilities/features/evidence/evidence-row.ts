import type { Context, TxContext } from '../../../kernel/context.ts'
import type { Scope } from '../gates/void-records.ts'
import type { Rank } from '../workflows/gate.ts'
import { liveEvidence, newestEvidence, voidAll, voidChecks, voidOfCode } from './evidence.queries.ts'

export interface EvidenceRow {
  id: string
  feature_id: string
  check: string
  outcome: 'pass' | 'fail'
  rank: Rank
  note: string
  exit_code: number | null
  log: string | null
  url: string | null
  commit: string | null
  spec_version: number | null
  repository_id: string | null
  workflow_path: string | null
  event: string | null
  user_id: string | null
  agent_id: string | null
  credential: string
  created_at: string
  voided_at: string | null
  void_reason: 'commit' | 'spec' | 'sent_back' | null
}

export type LiveEvidence = Pick<EvidenceRow, 'feature_id' | 'check' | 'outcome' | 'rank' | 'workflow_path'> & { before_code: boolean }

/** The evidence that counts, oldest first. */
export const liveEvidenceOf = (ctx: TxContext, features: readonly string[]): Promise<LiveEvidence[]> =>
  ctx.tx.rows(liveEvidence, { org: ctx.org, features })

/** The evidence to show at a glance, newest first. */
export const newestEvidenceOf = (ctx: Context, features: readonly string[], withVoided: boolean, limit: number): Promise<EvidenceRow[]> =>
  ctx.tx.rows(newestEvidence, { org: ctx.org, features, with_voided: withVoided, limit })

/** Voids results: they stop counting but stay readable. Returns their ids. */
export async function voidEvidence(ctx: Context, feature: string, scope: Scope): Promise<string[]> {
  const values = { org: ctx.org, feature, now: ctx.clock.now(), reason: scope.reason }
  const rows =
    scope.reason === 'sent_back'
      ? await ctx.tx.rows(voidChecks, { ...values, checks: scope.checks })
      : await ctx.tx.rows(scope.reason === 'commit' ? voidOfCode : voidAll, values)
  return rows.map((row) => row.id)
}
