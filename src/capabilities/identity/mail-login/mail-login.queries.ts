import { sql } from '../../../platform/postgres.ts'

export const setPassword = sql('update auth.accounts set password_hash = :password_hash, updated_at = :now where user_id = :user')
export const setVerified = sql('update auth.accounts set email_verified_at = :now, updated_at = :now where user_id = :user')
export const setEmail = sql('update auth.accounts set email = :email, email_verified_at = :now, updated_at = :now where user_id = :user')
