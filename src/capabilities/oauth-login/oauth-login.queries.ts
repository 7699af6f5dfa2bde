import type { ProviderName } from '../../platform/provider-identity.ts'
import { sql } from '../../platform/postgres.ts'

export interface IdentityRow {
  provider: ProviderName
  email: string | null
  created_at: string
  last_used_at: string | null
}

const identity = 'provider, email, created_at, last_used_at'

export const useIdentity = sql<{ user_id: string }>(
  'update auth.identities set last_used_at = $3, email = coalesce($4, email) where provider = $1 and subject = $2 returning user_id',
)
export const insertIdentity = sql<IdentityRow>(`insert into auth.identities (provider, subject, user_id, email, created_at)
  values ($1, $2, $3, $4, $5) on conflict do nothing returning ${identity}`)
export const identitiesOf = sql<IdentityRow>(`select ${identity} from auth.identities where user_id = $1 order by provider`)
// Locked, so that two cannot both be disconnected as "not the last".
export const lockIdentities = sql<IdentityRow>(`select ${identity} from auth.identities where user_id = $1 for update`)
export const deleteIdentity = sql<IdentityRow>(`delete from auth.identities where user_id = $1 and provider = $2 returning ${identity}`)
export const deleteIdentitiesOf = sql('delete from auth.identities where user_id = $1')
export const deleteStatesOf = sql('delete from auth.oauth_states where user_id = $1')
export const deleteCodesOf = sql('delete from auth.oauth_codes where user_id = $1')

interface StateRow {
  flow: Buffer
  user_id: string | null
  challenge: string | null
}

// Whoever adds a row sweeps out what has expired: there is no other reason for these tables to shrink.
export const forgetStates = sql('delete from auth.oauth_states where expires_at <= $1')
export const forgetCodes = sql('delete from auth.oauth_codes where expires_at <= $1')

export const insertState = sql(`insert into auth.oauth_states
    (state_hash, provider, browser_hash, user_id, flow, challenge, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`)
export const bindState = sql<StateRow>(`update auth.oauth_states set browser_hash = $3
  where state_hash = $1 and provider = $2 and browser_hash is null and expires_at > $4 returning flow, user_id, challenge`)
export const takeState = sql<StateRow>(`delete from auth.oauth_states
  where state_hash = $1 and provider = $2 and browser_hash = $3 and expires_at > $4 returning flow, user_id, challenge`)

interface CodeRow {
  user_id: string
  provider: ProviderName
  subject: string
  email: string | null
  challenge: string | null
}

export const insertCode = sql(`insert into auth.oauth_codes
    (hash, purpose, user_id, provider, subject, email, challenge, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)
export const useCode = sql<CodeRow>(`update auth.oauth_codes set used_at = $3
  where hash = $1 and purpose = $2 and used_at is null and expires_at > $3 returning user_id, provider, subject, email, challenge`)
