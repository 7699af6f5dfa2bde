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
