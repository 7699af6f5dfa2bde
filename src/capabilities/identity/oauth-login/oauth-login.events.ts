import { event } from '../../../kernel/events.ts'

interface OfIdentity {
  user_id: string
  provider: string
}

const owned = (data: OfIdentity) => ({ owner_id: data.user_id, subject_id: data.user_id })

export const accountConnected = event<OfIdentity>('connected_account.added', owned)
export const accountDisconnected = event<OfIdentity>('connected_account.removed', owned)
