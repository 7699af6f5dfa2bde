import { event } from '../../../kernel/events.ts'
import { ofFeature, type FeatureSummary } from '../features/features.events.ts'
import type { EvidenceRow } from './evidence-row.ts'

export const evidenceAdded = event<{ feature: FeatureSummary; evidence: Omit<EvidenceRow, 'log' | 'note'> }>('evidence.added', ofFeature)
export const evidenceVoided = event<{
  feature: FeatureSummary
  reason: 'commit' | 'spec' | 'sent_back'
  evidence: string[]
  verdicts: string[]
}>('evidence.voided', ofFeature)
