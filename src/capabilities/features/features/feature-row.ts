import type { Gate } from '../workflows/gate.ts'

export interface FeatureRow {
  id: string
  ref: string
  project_id: string
  number: number
  title: string
  description: string
  status: 'active' | 'complete' | 'cancelled'
  workflow: string
  gates: Gate[]
  position: number
  gate: string | null
  gate_kind: Gate['kind'] | null
  commit: string | null
  spec_id: string | null
  spec_version: number | null
  milestone_id: string | null
  owner_id: string
  summary: string
  recommendation: string
  risks: string
  created_by: string
  created_by_agent_id: string | null
  created_at: string
  updated_at: string
  completed_at: string | null
  cancelled_at: string | null
  deleted_at: string | null
  version: number
}

/** What rules need beyond what a caller sees. */
export interface FoundFeature extends FeatureRow {
  project_slug: string
  project_archived_at: string | null
}

export interface AuthorRow {
  feature_id: string
  user_id: string
  why: 'created' | 'owner' | 'commit' | 'evidence'
}
