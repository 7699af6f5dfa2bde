import { sql } from '../../platform/postgres.ts'

export const updateUser = sql(`update users set name = coalesce($2, name), bio = coalesce($3, bio), location = coalesce($4, location),
    url = coalesce($5, url), timezone = coalesce($6, timezone), updated_at = $7, version = version + 1 where id = $1`)
export const changeHandle = sql<{ outcome: 'changed' | 'taken' | 'too_many' }>('select app.change_handle($1) as outcome')

export const setAvatar = sql('update users set avatar = $2, updated_at = $3, version = version + 1 where id = $1')
export const setCover = sql('update users set cover = $2, updated_at = $3, version = version + 1 where id = $1')

export interface LoginSessionRow {
  id: string
  user_id: string
  kind: 'interactive' | 'device'
  method: string
  device: string | null
  address: string | null
  created_at: string
  last_used_at: string
  current: boolean
}

const columns = 'id, user_id, kind, method, device, address, created_at, last_used_at'
const alive = 'user_id = $1 and ended_at is null'

export const sessionsOf = sql<LoginSessionRow>(`select ${columns}, id is not distinct from $2::uuid as current from auth.sessions
  where ${alive} and idle_until > $3 and ends_at > $3 and id < $4 order by id desc limit $5`)
export const endOwnSession = sql<LoginSessionRow & { ended_at: string }>(`update auth.sessions set ended_at = $3, ended_why = 'revoked'
  where ${alive} and id = $4 returning ${columns}, ended_at, id is not distinct from $2::uuid as current`)
export const endOtherSessions = sql<{ id: string }>(`update auth.sessions set ended_at = $3, ended_why = 'revoked'
  where ${alive} and id is distinct from $2::uuid returning id`)
