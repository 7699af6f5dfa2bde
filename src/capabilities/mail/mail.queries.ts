import { sql } from '../../platform/postgres.ts'
import type { MailingKind } from './mailings.ts'

export interface MailingRow {
  id: string
  kind: MailingKind
  email: string
  user_id: string | null
  created_at: string
}

// Serializes parallel requests for one address, so that all are counted.
export const lockMailings = sql("select pg_advisory_xact_lock(hashtextextended('mailing ' || :kind || ' ' || :user, 0))")
export const recentMailings =
  sql(`select max(created_at) filter (where asker = :asker) as newest, count(*) filter (where asker = :asker)::integer as day,
    count(*) filter (where asker = :asker and created_at > :hour_ago)::integer as hour,
    count(*) filter (where created_at > :hour_ago)::integer as hour_of_all, count(*)::integer as day_of_all
  from auth.mailings where kind = :kind and (email = :email or user_id = :user) and created_at > :day_ago`).as<{
    newest: string | null
    hour: number
    day: number
    hour_of_all: number
    day_of_all: number
  }>()
export const insertMailing = sql(
  'insert into auth.mailings (id, kind, email, user_id, created_at, asker) values (:id, :kind, :email, :user, :now, :asker)',
)

export const mailingToSend = sql(
  'select id, kind, email, user_id, created_at from auth.mailings where id = :id and sent_at is null for update',
).as<MailingRow>()
export const storeSecret = sql('update auth.mailings set hash = :hash, expires_at = :expires_at where id = :id')
export const recordSent = sql('update auth.mailings set sent_at = :now where id = :mailing_id')
export const accountAt = sql(`select a.user_id,
    a.suspended_at is not null as suspended, a.email_verified_at is not null as verified
  from auth.accounts a join users u on u.id = a.user_id and u.deleted_at is null where a.email = :email`).as<{
  user_id: string
  suspended: boolean
  verified: boolean
}>()

// One statement counts the attempt and locks the row, so of parallel guesses at one code at most `:max_tries` get to see it.
export const tryCode = sql(`update auth.mailings set tries = tries + 1
  where id = (select id from auth.mailings where email = :email and kind = 'code' and hash is not null order by created_at desc limit 1)
    and tries < :max_tries and used_at is null and expires_at > :now returning id, hash`).as<{ id: string; hash: Buffer }>()
export const useMailing = sql('update auth.mailings set used_at = :now where id = :id')
export const useLink = sql(`update auth.mailings set used_at = :now
  where hash = :hash and kind = :kind and used_at is null and expires_at > :now returning email, user_id`).as<{
  email: string
  user_id: string | null
}>()
export const spendMailings = sql(`update auth.mailings set used_at = :now
  where email = :email and kind in ('code', 'magic_link', 'reset') and used_at is null and expires_at > :now`)

export interface DeliveryRow {
  requested_at: string
  sent_at: string | null
  expires_at: string | null
  used_at: string | null
  tries: number
}
export const emailOf = sql('select email from auth.accounts where user_id = :id').as<{ email: string }>()
export const lastCode = sql(`select created_at as requested_at, sent_at, expires_at, used_at, tries
  from auth.mailings where email = :email and kind = 'code' order by created_at desc limit 1`).as<DeliveryRow>()

export const sessionOfDevice = sql(`select s.id from auth.sessions s join auth.accounts a on a.user_id = s.user_id
  where s.id = :session and a.email = :email and (s.ended_why is null or s.ended_why = 'logout')`).as<{ id: string }>()
