import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

type PasskeyRow = Pick<Tables['auth.passkeys'], 'id' | 'name' | 'synced' | 'second_factor' | 'created_at' | 'last_used_at'>

const columns = 'id, name, synced, second_factor, created_at, last_used_at'

export const insertChallenge = sql('insert into auth.passkey_challenges (id, user_id, challenge, expires_at) values ($1, $2, $3, $4)')
/** Using a challenge removes it, so of two parallel uses one finds nothing. */
export const takeChallenge = sql<{ challenge: string }>(`delete from auth.passkey_challenges
  where id = $1 and user_id is not distinct from $2 and expires_at > $3 returning challenge`)
export const readChallenge = sql<{ challenge: string }>(`select challenge from auth.passkey_challenges
  where id = $1 and user_id is not distinct from $2 and expires_at > $3`)

// Two registrations at once must not pass the limit together.
export const lockPasskeysOf = sql("select pg_advisory_xact_lock(hashtextextended('passkeys ' || $1, 0))")
export const credentialsOf = sql<{ id: string; transports: string[] }>(
  'select credential_id as id, transports from auth.passkeys where user_id = $1',
)
export const insertPasskey = sql<PasskeyRow>(`insert into auth.passkeys
    (id, user_id, name, credential_id, public_key, counter, transports, synced, second_factor, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (credential_id) do nothing returning ${columns}`)
export const listPasskeys = sql<PasskeyRow>(`select ${columns} from auth.passkeys where user_id = $1 and id < $2 order by id desc limit $3`)
export const updatePasskey = sql<PasskeyRow>(`update auth.passkeys
  set name = coalesce($3, name), second_factor = coalesce($4, second_factor) where id = $1 and user_id = $2 returning ${columns}`)
export const deletePasskey = sql<PasskeyRow>(`delete from auth.passkeys where id = $1 and user_id = $2 returning ${columns}`)
export const deletePasskeysOf = sql('delete from auth.passkeys where user_id = $1')
export const countPasskeys = sql<{ all: number; second_factors: number }>(`select count(*)::integer as all,
  count(*) filter (where second_factor)::integer as second_factors from auth.passkeys where user_id = $1`)

export const passkeyByCredential = sql<{ id: string; user_id: string; public_key: Buffer; counter: number; transports: string[] }>(
  'select id, user_id, public_key, counter, transports from auth.passkeys where credential_id = $1',
)
// Of two proofs with one counter the second finds what the first has written. A counter that stays 0 is none.
export const countUse = sql<{ user_id: string }>(`update auth.passkeys set counter = $2, synced = $3, last_used_at = $4
  where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning user_id`)
