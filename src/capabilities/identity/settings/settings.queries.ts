import { sql } from '../../../platform/postgres.ts'

export const updateUser =
  sql(`update users set name = coalesce(:name, name), bio = coalesce(:bio, bio), location = coalesce(:location, location),
    url = coalesce(:url, url), timezone = coalesce(:timezone, timezone), public_profile = coalesce(:public_profile, public_profile),
    updated_at = :now, version = version + 1 where id = :user`)
export const changeHandle = sql('select app.change_handle(:handle) as outcome').as<{ outcome: 'changed' | 'taken' | 'too_many' }>()

export const setAvatar = sql('update users set avatar = :file, updated_at = :now, version = version + 1 where id = :user')
export const setCover = sql('update users set cover = :file, updated_at = :now, version = version + 1 where id = :user')

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
const alive = 'user_id = :user and ended_at is null'

export const sessionsOf = sql(`select ${columns}, id is not distinct from :id::uuid as current from auth.sessions
  where ${alive} and idle_until > :now and ends_at > :now and id < :before order by id desc limit :limit`).as<LoginSessionRow>()
export const endOwnSession = sql(`update auth.sessions set ended_at = :now, ended_why = 'revoked'
  where ${alive} and id = :id returning ${columns}, ended_at, id is not distinct from :credential::uuid as current`).as<
  LoginSessionRow & { ended_at: string }
>()
export const endOtherSessions = sql(`update auth.sessions set ended_at = :now, ended_why = 'revoked'
  where ${alive} and id is distinct from :id::uuid returning id`).as<{ id: string }>()
