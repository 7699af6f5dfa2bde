import { event } from '../../../kernel/events.ts'

interface OfToken {
  user_id: string
  token_id: string
  name: string
}

const owned = (data: OfToken) => ({ owner_id: data.user_id, subject_id: data.token_id })

export const tokenCreated = event<OfToken>('mcp_token.created', owned)
export const tokenRevoked = event<OfToken>('mcp_token.revoked', owned)

export const apiKeyCreated = event<OfToken>('api_key.created', owned)
export const apiKeyRevoked = event<OfToken>('api_key.revoked', owned)

export const sandboxReset = event<{ sandbox_id: string }>('sandbox.reset', ({ sandbox_id }) => ({ subject_id: sandbox_id }))
