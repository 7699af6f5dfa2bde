import { sql } from '../../../platform/postgres.ts'

interface Named {
  id: string
  handle: string
  name: string
}

export interface ImpersonationRow {
  id: string
  administrator: Named
  user: Named
  reason: string
  started_at: string
  ends_at: string
  ended_at: string | null
}

const impersonation =
  `select i.id, app.impersonation_party(i.administrator_id) as administrator, app.impersonation_party(i.user_id) as "user", i.reason,
    i.started_at, i.ends_at, i.ended_at
  from auth.impersonations i` as const

export const impersonationById = sql(`${impersonation} where i.id = :id`).as<ImpersonationRow>()
export const impersonationsOf = sql(
  `${impersonation} where (i.user_id = :user or i.administrator_id = :user) and i.id < :before order by i.id desc limit :limit`,
).as<ImpersonationRow>()
export const insertImpersonation = sql(`insert into auth.impersonations
    (id, session_id, administrator_id, user_id, reason, started_at, ends_at)
  values (:id, :session, :administrator, :user, :reason, :now, :ends_at)`)
export const endOfSession = sql(
  'update auth.impersonations set ended_at = :now, ended_by = :by where session_id = :session and ended_at is null',
)
export const end = sql(`update auth.impersonations set ended_at = :now, ended_by = :by
  where id = :id and (user_id = :by or administrator_id = :by) and ended_at is null and ends_at > :now returning id`).as<{ id: string }>()
export const inForce =
  sql(`select i.user_id, i.reason, i.ends_at, a.personal_org_id from auth.impersonations i join auth.accounts a on a.user_id = i.user_id
  where i.id = :id`).as<{ user_id: string; reason: string; ends_at: string; personal_org_id: string }>()
