import { event } from '../../../kernel/events.ts'
import { ofFeature, type FeatureSummary } from '../features/features.events.ts'
import type { SettingsRow } from './approvals.queries.ts'
import type { VerdictRow } from './verdict-row.ts'

export const reviewSubmitted = event<{ feature: FeatureSummary; review: VerdictRow; counts: boolean; mentions: string[] }>(
  'review.submitted',
  ofFeature,
)
export const featureApproved = event<{ feature: FeatureSummary; approval: VerdictRow; mentions: string[] }>('feature.approved', ofFeature)
export const approvalSnoozed = event<{ feature: FeatureSummary; user_id: string; until: string }>(
  'feature.snoozed',
  ({ feature, user_id }) => ({
    owner_id: user_id,
    subject_id: feature.id,
  }),
)
export const settingsUpdated = event<{ settings: SettingsRow }>('feature_settings.updated', () => ({}))
