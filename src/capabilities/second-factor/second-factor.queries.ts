import { sql } from '../../platform/postgres.ts'

export interface TotpRow {
  seed: Buffer | null
  last_step: number
  next_seed: Buffer | null
  next_until: string | null
}

// Locked, so that of two codes of one step the second sees that the step is spent.
export const lockTotp = sql<TotpRow>('select seed, last_step, next_seed, next_until from auth.totp where user_id = $1 for update')
export const storeNextSeed = sql(`insert into auth.totp (user_id, next_seed, next_until) values ($1, $2, $3)
  on conflict (user_id) do update set next_seed = excluded.next_seed, next_until = excluded.next_until`)
export const confirmSeed =
  sql(`update auth.totp set seed = next_seed, last_step = $2, confirmed_at = $3, next_seed = null, next_until = null
  where user_id = $1`)
export const spendStep = sql('update auth.totp set last_step = $2 where user_id = $1')
export const deleteTotp = sql<{ seed: Buffer | null }>('delete from auth.totp where user_id = $1 returning seed')

export const countFactors = sql<{ totp: boolean; recovery_codes: number }>(`select
  exists (select from auth.totp where user_id = $1 and seed is not null) as totp,
  (select count(*)::integer from auth.recovery_codes where user_id = $1 and used_at is null) as recovery_codes`)

export const deleteRecoveryCodes = sql('delete from auth.recovery_codes where user_id = $1')
export const insertRecoveryCodes = sql(
  'insert into auth.recovery_codes (user_id, hash, created_at) select $1, hash, $3 from unnest($2::bytea[]) hash',
)
export const useRecoveryCode = sql<{ hash: Buffer }>(
  'update auth.recovery_codes set used_at = $3 where user_id = $1 and hash = $2 and used_at is null returning hash',
)

export const insertPendingLogin = sql(
  'insert into auth.pending_logins (hash, user_id, method, created_at, expires_at) values ($1, $2, $3, $4, $5)',
)
/** Counts a try before it is looked at; the row stays locked until the try is decided. */
export const tryPendingLogin = sql<{ user_id: string; method: string }>(`update auth.pending_logins set tries = tries + 1
  where hash = $1 and tries < $2 and used_at is null and expires_at > $3 returning user_id, method`)
export const usePendingLogin = sql('update auth.pending_logins set used_at = $2 where hash = $1')
export const deletePendingLoginsOf = sql('delete from auth.pending_logins where user_id = $1')
