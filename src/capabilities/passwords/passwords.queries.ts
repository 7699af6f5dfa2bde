import { sql } from '../../platform/postgres.ts'

export const changePassword = sql('update auth.accounts set password_hash = $2, updated_at = $3 where user_id = $1')
export const endOtherSessions = sql<{ id: string }>(`update auth.sessions set ended_at = $3, ended_why = 'password_changed'
  where user_id = $1 and id <> $2 and ended_at is null returning id`)
export const voidResetLinks = sql('update auth.reset_links set used_at = $2 where user_id = $1 and used_at is null')

export const offerReset = sql('select app.offer_password_reset($1, $2, $3, $4, $5, $6)')
export const takeResetLink = sql<{ user_id: string }>(
  'update auth.reset_links set used_at = $2 where hash = $1 and used_at is null and expires_at > $2 returning user_id',
)
