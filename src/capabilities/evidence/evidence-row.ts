import type { Rank } from '../workflows/gate.ts'

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
  user_id: string | null
  agent_id: string | null
  credential: string
  created_at: string
  voided_at: string | null
  void_reason: 'commit' | 'spec' | 'sent_back' | null
}

export type LiveEvidence = Pick<EvidenceRow, 'feature_id' | 'check' | 'outcome' | 'rank'>
