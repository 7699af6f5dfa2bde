import { sql } from '../../../platform/postgres.ts'

export interface TotpRow {
  seed: Buffer | null
  last_step: number
  next_seed: Buffer | null
  next_until: string | null
}

// Locked, so that of two codes for the same time step the second sees that it is spent.
export const lockTotp = sql('select seed, last_step, next_seed, next_until from auth.totp where user_id = :user for update').as<TotpRow>()
export const storeNextSeed = sql(`insert into auth.totp (user_id, next_seed, next_until) values (:user, :next_seed, :until)
  on conflict (user_id) do update set next_seed = excluded.next_seed, next_until = excluded.next_until`)
export const confirmSeed =
  sql(`update auth.totp set seed = next_seed, last_step = :step, confirmed_at = :now, next_seed = null, next_until = null
  where user_id = :user`)
export const spendStep = sql('update auth.totp set last_step = :step where user_id = :user')
export const deleteTotp = sql('delete from auth.totp where user_id = :user returning seed').as<{ seed: Buffer | null }>()

export const countFactors = sql(`select
  exists (select from auth.totp where user_id = :user and seed is not null) as totp,
  (select count(*)::integer from auth.recovery_codes where user_id = :user and used_at is null) as recovery_codes`).as<{
  totp: boolean
  recovery_codes: number
}>()

export const deleteRecoveryCodes = sql('delete from auth.recovery_codes where user_id = :user')
export const insertRecoveryCodes = sql(
  'insert into auth.recovery_codes (user_id, hash, created_at) select :user, hash, :now from unnest(:hashes::bytea[]) hash',
)
export const useRecoveryCode = sql(
  'update auth.recovery_codes set used_at = :now where user_id = :user and hash = :hash and used_at is null returning hash',
).as<{ hash: Buffer }>()

export const insertPendingLogin = sql(
  'insert into auth.pending_logins (hash, user_id, method, created_at, expires_at) values (:hash, :user, :method, :now, :expires_at)',
)
/** Counts an attempt before it is checked; the row stays locked until the attempt is decided. */
export const tryPendingLogin = sql(`update auth.pending_logins set tries = tries + 1
  where hash = :hash and tries < :max_tries and used_at is null and expires_at > :now returning user_id, method`).as<{
  user_id: string
  method: string
}>()
export const usePendingLogin = sql('update auth.pending_logins set used_at = :now where hash = :hash')
export const deletePendingLoginsOf = sql('delete from auth.pending_logins where user_id = :user')
