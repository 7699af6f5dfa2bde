import { event } from '../../kernel/events.ts'
import { ofFeature, type Told } from '../features/features.events.ts'
import type { EvidenceRow } from './evidence-row.ts'

export const evidenceAdded = event<{ feature: Told; evidence: Omit<EvidenceRow, 'log' | 'note'> }>('evidence.added', ofFeature)
export const evidenceVoided = event<{
  feature: Told
  reason: 'commit' | 'spec' | 'sent_back'
  evidence: string[]
  verdicts: string[]
}>('evidence.voided', ofFeature)
