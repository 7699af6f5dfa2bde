import type { ProviderName } from '../../../platform/provider-identity.ts'
import { sql } from '../../../platform/postgres.ts'

export interface IdentityRow {
  provider: ProviderName
  email: string | null
  created_at: string
  last_used_at: string | null
}

const identity = 'provider, email, created_at, last_used_at'

export const useIdentity = sql(
  'update auth.identities set last_used_at = :now, email = coalesce(:email, email) where provider = :provider and subject = :subject returning user_id',
).as<{ user_id: string }>()
export const insertIdentity = sql(`insert into auth.identities (provider, subject, user_id, email, created_at)
  values (:provider, :subject, :user, :email, :now) on conflict do nothing returning ${identity}`).as<IdentityRow>()
export const identitiesOf = sql(`select ${identity} from auth.identities where user_id = :user order by provider`).as<IdentityRow>()
// Locked, so that two parallel calls can't each disconnect one as "not the last".
export const lockIdentities = sql(`select ${identity} from auth.identities where user_id = :user for update`).as<IdentityRow>()
export const deleteIdentity = sql(
  `delete from auth.identities where user_id = :user and provider = :provider returning ${identity}`,
).as<IdentityRow>()
export const deleteIdentitiesOf = sql('delete from auth.identities where user_id = :user')
export const deleteStatesOf = sql('delete from auth.oauth_states where user_id = :user')
export const deleteCodesOf = sql('delete from auth.oauth_codes where user_id = :user')

interface StateRow {
  flow: Buffer
  user_id: string | null
  challenge: string | null
}

// Every insert also deletes expired rows: nothing else makes these tables shrink.
export const purgeStates = sql('delete from auth.oauth_states where expires_at <= :now')
export const purgeCodes = sql('delete from auth.oauth_codes where expires_at <= :now')

export const insertState = sql(`insert into auth.oauth_states
    (state_hash, provider, browser_hash, user_id, flow, challenge, created_at, expires_at) values (:hash, :provider, :browser_hash, :user, :sealed, :challenge, :now, :expires_at)`)
export const bindState = sql(`update auth.oauth_states set browser_hash = :browser_hash
  where state_hash = :hash and provider = :provider and browser_hash is null and expires_at > :now returning flow, user_id, challenge`).as<StateRow>()
export const takeState = sql(`delete from auth.oauth_states
  where state_hash = :hash and provider = :provider and browser_hash = :browser_hash and expires_at > :now returning flow, user_id, challenge`).as<StateRow>()

interface CodeRow {
  user_id: string
  provider: ProviderName
  subject: string
  email: string | null
  challenge: string | null
}

export const insertCode = sql(`insert into auth.oauth_codes
    (hash, purpose, user_id, provider, subject, email, challenge, created_at, expires_at) values (:hash, :purpose, :user, :provider, :subject, :email, :challenge, :now, :expires_at)`)
export const useCode = sql(`update auth.oauth_codes set used_at = :now
  where hash = :hash and purpose = :purpose and used_at is null and expires_at > :now returning user_id, provider, subject, email, challenge`).as<CodeRow>()
