import { event } from '../../../kernel/events.ts'

interface OfGrant {
  user_id: string
  grant_id: string
  client_name: string
}

const owned = (data: OfGrant) => ({ owner_id: data.user_id, subject_id: data.grant_id })

export const clientApproved = event<OfGrant>('oauth_client.approved', owned)
export const clientRevoked = event<OfGrant>('oauth_client.revoked', owned)
