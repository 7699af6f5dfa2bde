import { event } from '../../../kernel/events.ts'

interface OfIntegration {
  user_id: string
  integration: { id: string; provider: string }
}

const owned = ({ user_id, integration }: OfIntegration) => ({ owner_id: user_id, subject_id: integration.id })

export const integrationSaved = event<OfIntegration>('integration.saved', owned)
export const integrationDeleted = event<OfIntegration>('integration.deleted', owned)
