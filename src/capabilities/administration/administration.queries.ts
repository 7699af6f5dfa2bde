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
export const users = sql<AdminUserRow>(`${user} where u.id < $1 order by u.id desc limit $2`)
export const userById = sql<AdminUserRow>(`${user} where u.id = $1`)
export const setSuspended = sql('update auth.accounts set suspended_at = $2, updated_at = $3 where user_id = $1')
export const setRole = sql('update auth.accounts set role = $2, updated_at = $3 where user_id = $1')
