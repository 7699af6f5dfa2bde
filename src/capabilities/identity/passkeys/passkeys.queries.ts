import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

type PasskeyRow = Pick<Tables['auth.passkeys'], 'id' | 'name' | 'synced' | 'second_factor' | 'created_at' | 'last_used_at'>

const columns = 'id, name, synced, second_factor, created_at, last_used_at'

export const insertChallenge = sql(
  'insert into auth.passkey_challenges (id, user_id, challenge, expires_at) values (:challenge_id, :user, :challenge, :expires_at)',
)
/** Consuming a challenge deletes it, so of two parallel uses one finds nothing. */
export const takeChallenge = sql(`delete from auth.passkey_challenges
  where id = :id and user_id is not distinct from :user and expires_at > :now returning challenge`).as<{ challenge: string }>()
export const readChallenge = sql(`select challenge from auth.passkey_challenges
  where id = :id and user_id is not distinct from :user and expires_at > :now`).as<{ challenge: string }>()

// Two parallel registrations must not pass the limit together.
export const lockPasskeysOf = sql("select pg_advisory_xact_lock(hashtextextended('passkeys ' || :user, 0))")
export const credentialsOf = sql('select credential_id as id, transports from auth.passkeys where user_id = :user').as<{
  id: string
  transports: string[]
}>()
export const insertPasskey = sql(`insert into auth.passkeys
    (id, user_id, name, credential_id, public_key, counter, transports, synced, second_factor, created_at)
  values (:id, :user, :name, :credential, :public_key, :counter, :transports, :credential_backed_up, :second_factor, :now) on conflict (credential_id) do nothing returning ${columns}`).as<PasskeyRow>()
export const listPasskeys = sql(
  `select ${columns} from auth.passkeys where user_id = :user and id < :before order by id desc limit :limit`,
).as<PasskeyRow>()
export const updatePasskey = sql(`update auth.passkeys
  set name = coalesce(:name, name), second_factor = coalesce(:second_factor, second_factor) where id = :id and user_id = :user returning ${columns}`).as<PasskeyRow>()
export const deletePasskey = sql(`delete from auth.passkeys where id = :id and user_id = :user returning ${columns}`).as<PasskeyRow>()
export const deletePasskeysOf = sql('delete from auth.passkeys where user_id = :user')
export const countPasskeys = sql(`select count(*)::integer as all,
  count(*) filter (where second_factor)::integer as second_factors from auth.passkeys where user_id = :user`).as<{
  all: number
  second_factors: number
}>()

export const passkeyByCredential = sql(
  'select id, user_id, public_key, counter, transports from auth.passkeys where credential_id = :response',
).as<{ id: string; user_id: string; public_key: Buffer; counter: number; transports: string[] }>()
// Of two proofs with the same counter, the second sees what the first has written. A counter that stays 0 isn't one.
export const countUse = sql(`update auth.passkeys set counter = :counter, synced = :synced, last_used_at = :now
  where id = :passkey and (counter < :counter or (counter = 0 and :counter = 0)) returning user_id`).as<{ user_id: string }>()
