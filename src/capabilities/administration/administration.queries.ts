import { plannedEachTime, sql } from '../../platform/postgres.ts'

export interface AdminUserRow {
  id: string
  handle: string
  name: string
  email: string
  email_verified: boolean
  role: 'user' | 'admin'
  suspended_at: string | null
  suspended_until: string | null
  suspend_reason: string | null
  created_at: string
}

const user =
  `select u.id, u.handle, u.name, a.email, a.email_verified_at is not null as email_verified, a.role, a.suspended_at, a.suspended_until,
    a.suspend_reason, u.created_at
  from users u join auth.accounts a on a.user_id = u.id` as const
const page = 'order by u.id desc limit :limit'

// Ids are UUIDv7, so newest first is a backward scan of the primary key. Each filter has its own index and its own statement.
export const users = sql(`${user} where u.id < :before ${page}`).as<AdminUserRow>()
export const suspendedUsers = sql(`${user} where a.suspended_at is not null and a.user_id < :before ${page}`).as<AdminUserRow>()
export const administrators = sql(`${user} where a.role = 'admin' and a.user_id < :before ${page}`).as<AdminUserRow>()
/** Planned for each value: only then does the planner turn the name prefix into an index range. */
export const usersNamed =
  plannedEachTime(`${user} where u.id < :before and (:only::text is null or case :only when 'suspended' then a.suspended_at is not null
    else a.role = 'admin' end) and u.id = any(array(
    (select n.id from users n where n.handle like :prefix and n.id < :before order by n.id desc limit 2000)
    union (select n.id from users n where lower(n.name) like :prefix and n.id < :before order by n.id desc limit 2000)
    union (select e.user_id from auth.accounts e where e.email like :prefix and e.user_id < :before order by e.user_id desc limit 2000))) ${page}`).as<AdminUserRow>()
export const userById = sql(`${user} where u.id = :id`).as<AdminUserRow>()
export const setSuspended =
  sql(`update auth.accounts set suspended_at = :suspended_at, suspended_until = :until, suspend_reason = :reason, updated_at = :now
  where user_id = :id`)
export const endSuspensions =
  sql(`update auth.accounts set suspended_at = null, suspended_until = null, suspend_reason = null, updated_at = :now
  where suspended_until <= :now returning user_id`).as<{ user_id: string }>()
export const setRole = sql('update auth.accounts set role = :role, updated_at = :now where user_id = :id')

export const offerReset = sql('select app.offer_password_reset(:user, :by, :hash, :mailing, :now, :until)')
