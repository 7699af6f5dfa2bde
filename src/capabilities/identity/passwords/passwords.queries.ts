import { sql } from '../../../platform/postgres.ts'

export const changePassword = sql('update auth.accounts set password_hash = :password_hash, updated_at = :now where user_id = :user')
export const endOtherSessions = sql(`update auth.sessions set ended_at = :now, ended_why = 'password_changed'
  where user_id = :user and id <> :id and ended_at is null returning id`).as<{ id: string }>()
export const voidResetLinks = sql('update auth.reset_links set used_at = :now where user_id = :user and used_at is null')

export const takeResetLink = sql(
  'update auth.reset_links set used_at = :now where hash = :hash and used_at is null and expires_at > :now returning user_id',
).as<{ user_id: string }>()
