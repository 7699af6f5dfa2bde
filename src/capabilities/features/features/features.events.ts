import { event } from '../../../kernel/events.ts'
import type { FeatureRow } from './feature-row.ts'

/** What the log stores about a feature: its state, without long texts. */
export type FeatureSummary = Pick<
  FeatureRow,
  | 'id'
  | 'ref'
  | 'project_id'
  | 'title'
  | 'status'
  | 'workflow'
  | 'gate'
  | 'gate_kind'
  | 'commit'
  | 'owner_id'
  | 'milestone_id'
  | 'deleted_at'
  | 'version'
>

export const summaryForLog = (row: FeatureRow): FeatureSummary => {
  const { id, ref, project_id, title, status, workflow, gate, gate_kind, commit, owner_id, milestone_id, deleted_at, version } = row
  return { id, ref, project_id, title, status, workflow, gate, gate_kind, commit, owner_id, milestone_id, deleted_at, version }
}

export const ofFeature = ({ feature }: { feature: FeatureSummary }) => ({ project_id: feature.project_id, subject_id: feature.id })

export const featureCreated = event<{ feature: FeatureSummary; mentions: string[] }>('feature.created', ofFeature)
/** `from`: the previous values of the changed fields, except long texts. */
export const featureUpdated = event<{ feature: FeatureSummary; changed: string[]; from?: Record<string, unknown> }>(
  'feature.updated',
  ofFeature,
)
export const featureAdvanced = event<{ feature: FeatureSummary; from: string; to: string }>('feature.advanced', ofFeature)
export const featureSentBack = event<{
  feature: FeatureSummary
  from: string
  to: string
  reason: 'commit' | 'spec' | 'person'
  words: string
  mentions: string[]
}>('feature.sent_back', ofFeature)
export const featureShipped = event<{ feature: FeatureSummary; from: string; commit: string | null }>('feature.shipped', ofFeature)
export const featureCancelled = event<{ feature: FeatureSummary; reason: string }>('feature.cancelled', ofFeature)
export const featureRestored = event<{ feature: FeatureSummary }>('feature.restored', ofFeature)
export const featureDeleted = event<{ feature: FeatureSummary }>('feature.deleted', ofFeature)

/** A gate starts to wait for people. */
export const featureWaiting = event<{ feature: FeatureSummary; gate: string; waiting_for: string[] }>('feature.waiting', ofFeature)
export const reviewRequested = event<{ feature: FeatureSummary; gate: string; reviewers: string[] }>('feature.review_requested', ofFeature)
