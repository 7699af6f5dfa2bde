import { sql } from '../../platform/postgres.ts'

export interface AdminUserRow {
  id: string
  handle: string
  name: string
  email: string
  email_verified: boolean
  role: 'user' | 'admin'
  suspended_at: string | null
  created_at: string
}

const user = `select u.id, u.handle, u.name, a.email, a.email_verified_at is not null as email_verified, a.role, a.suspended_at, u.created_at
  from users u join auth.accounts a on a.user_id = u.id`

// Ids are UUIDv7, so newest first is the primary key backwards.
export const users = sql(`${user} where u.id < :before order by u.id desc limit :limit`).as<AdminUserRow>()
export const userById = sql(`${user} where u.id = :id`).as<AdminUserRow>()
export const setSuspended = sql('update auth.accounts set suspended_at = :suspended_at, updated_at = :now where user_id = :id')
export const setRole = sql('update auth.accounts set role = :role, updated_at = :now where user_id = :id')

export const offerReset = sql('select app.offer_password_reset(:user, :by, :hash, :mailing, :now, :until)')
