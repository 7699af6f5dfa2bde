import { sql } from '../../platform/postgres.ts'
import type { MailingKind } from './mailings.ts'

export interface MailingRow {
  id: string
  kind: MailingKind
  email: string
  user_id: string | null
  created_at: string
}

// Parallel requests for one address are counted one after another.
export const lockMailings = sql("select pg_advisory_xact_lock(hashtextextended('mailing ' || $1 || ' ' || $2, 0))")
export const recentMailings = sql<{
  newest: string | null
  hour: number
  day: number
  hour_of_all: number
  day_of_all: number
}>(`select max(created_at) filter (where asker = $6) as newest, count(*) filter (where asker = $6)::integer as day,
    count(*) filter (where asker = $6 and created_at > $4)::integer as hour,
    count(*) filter (where created_at > $4)::integer as hour_of_all, count(*)::integer as day_of_all
  from auth.mailings where kind = $1 and (email = $2 or user_id = $3) and created_at > $5`)
export const insertMailing = sql('insert into auth.mailings (id, kind, email, user_id, created_at, asker) values ($1, $2, $3, $4, $5, $6)')

export const mailingToSend = sql<MailingRow>(
  'select id, kind, email, user_id, created_at from auth.mailings where id = $1 and sent_at is null for update',
)
export const storeSecret = sql('update auth.mailings set hash = $2, expires_at = $3 where id = $1')
export const recordSent = sql('update auth.mailings set sent_at = $2 where id = $1')
export const accountAt = sql<{ user_id: string; suspended: boolean; verified: boolean }>(`select a.user_id,
    a.suspended_at is not null as suspended, a.email_verified_at is not null as verified
  from auth.accounts a join users u on u.id = a.user_id and u.deleted_at is null where a.email = $1`)

// One statement counts the try and locks the row: of parallel guesses at one code, so many get it to look at.
export const tryCode = sql<{ id: string; hash: Buffer }>(`update auth.mailings set tries = tries + 1
  where id = (select id from auth.mailings where email = $1 and kind = 'code' and hash is not null order by created_at desc limit 1)
    and tries < $3 and used_at is null and expires_at > $2 returning id, hash`)
export const useMailing = sql('update auth.mailings set used_at = $2 where id = $1')
export const useLink = sql<{ email: string; user_id: string | null }>(`update auth.mailings set used_at = $3
  where hash = $1 and kind = $2 and used_at is null and expires_at > $3 returning email, user_id`)
export const spendMailings = sql(`update auth.mailings set used_at = $2
  where email = $1 and kind in ('code', 'magic_link', 'reset') and used_at is null and expires_at > $2`)

export interface DeliveryRow {
  requested_at: string
  sent_at: string | null
  expires_at: string | null
  used_at: string | null
  tries: number
}
export const emailOf = sql<{ email: string }>('select email from auth.accounts where user_id = $1')
export const lastCode = sql<DeliveryRow>(`select created_at as requested_at, sent_at, expires_at, used_at, tries
  from auth.mailings where email = $1 and kind = 'code' order by created_at desc limit 1`)
