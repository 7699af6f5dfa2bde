import { sql } from '../../platform/postgres.ts'

export const setPassword = sql('update auth.accounts set password_hash = $2, updated_at = $3 where user_id = $1')
export const setVerified = sql('update auth.accounts set email_verified_at = $2, updated_at = $2 where user_id = $1')
export const setEmail = sql('update auth.accounts set email = $2, email_verified_at = $3, updated_at = $3 where user_id = $1')
