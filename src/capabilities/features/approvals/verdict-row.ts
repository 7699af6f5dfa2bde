import type { Context, TxContext } from '../../../kernel/context.ts'
import type { Scope } from '../gates/void-records.ts'
import { liveVerdicts, newestVerdicts, voidAll, voidGates, voidOfCode } from './approvals.queries.ts'

export interface VerdictRow {
  id: string
  feature_id: string
  gate: string
  kind: 'review' | 'approval'
  verdict: 'approve' | 'request_changes' | 'send_back'
  words: string
  commit: string | null
  spec_version: number | null
  user_id: string
  agent_id: string | null
  by_person: boolean
  self_approved: boolean
  created_at: string
  voided_at: string | null
  void_reason: 'commit' | 'spec' | 'sent_back' | null
}

export type LiveVerdict = Pick<VerdictRow, 'feature_id' | 'gate' | 'kind' | 'verdict' | 'user_id' | 'by_person' | 'self_approved'> & {
  agent_owner_id: string | null
}

/** Voids reviews and approvals: they stop counting but stay readable. Returns their ids. */
export async function voidVerdicts(ctx: Context, feature: string, scope: Scope): Promise<string[]> {
  const values = { org: ctx.org, feature, now: ctx.clock.now(), reason: scope.reason }
  const rows =
    scope.reason === 'sent_back'
      ? await ctx.tx.rows(voidGates, { ...values, gates: scope.gates })
      : await ctx.tx.rows(scope.reason === 'commit' ? voidOfCode : voidAll, values)
  return rows.map((row) => row.id)
}

/** The verdicts that count, oldest first. */
export const liveVerdictsOf = (ctx: TxContext, features: readonly string[]): Promise<LiveVerdict[]> =>
  ctx.tx.rows(liveVerdicts, { org: ctx.org, features })

/** The verdicts to show at a glance, newest first. */
export const newestVerdictsOf = (ctx: Context, features: readonly string[], withVoided: boolean, limit: number): Promise<VerdictRow[]> =>
  ctx.tx.rows(newestVerdicts, { org: ctx.org, features, with_voided: withVoided, limit })
