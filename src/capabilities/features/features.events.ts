import { event } from '../../kernel/events.ts'
import type { FeatureRow } from './feature-row.ts'

/** What the log keeps of a feature: where it stands, and no long text. */
export type Told = Pick<
  FeatureRow,
  'id' | 'ref' | 'project_id' | 'title' | 'status' | 'workflow' | 'gate' | 'gate_kind' | 'commit' | 'owner_id' | 'deleted_at' | 'version'
>

export const told = (row: FeatureRow): Told => {
  const { id, ref, project_id, title, status, workflow, gate, gate_kind, commit, owner_id, deleted_at, version } = row
  return { id, ref, project_id, title, status, workflow, gate, gate_kind, commit, owner_id, deleted_at, version }
}

export const ofFeature = ({ feature }: { feature: Told }) => ({ project_id: feature.project_id, subject_id: feature.id })

export const featureCreated = event<{ feature: Told; mentions: string[] }>('feature.created', ofFeature)
export const featureUpdated = event<{ feature: Told; changed: string[] }>('feature.updated', ofFeature)
export const featureAdvanced = event<{ feature: Told; from: string; to: string }>('feature.advanced', ofFeature)
export const featureSentBack = event<{
  feature: Told
  from: string
  to: string
  reason: 'commit' | 'spec' | 'person'
  words: string
  mentions: string[]
}>('feature.sent_back', ofFeature)
export const featureShipped = event<{ feature: Told; from: string; commit: string | null }>('feature.shipped', ofFeature)
export const featureCancelled = event<{ feature: Told; reason: string }>('feature.cancelled', ofFeature)
export const featureRestored = event<{ feature: Told }>('feature.restored', ofFeature)
export const featureDeleted = event<{ feature: Told }>('feature.deleted', ofFeature)

/** A gate begins to wait for people. */
export const featureWaiting = event<{ feature: Told; gate: string; waiting_for: string[] }>('feature.waiting', ofFeature)
export const reviewRequested = event<{ feature: Told; gate: string; reviewers: string[] }>('feature.review_requested', ofFeature)
