import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

type Row = Tables['auth.push_subscriptions']
export type SubscriptionRow = Pick<Row, 'id' | 'service' | 'device' | 'created_at' | 'last_sent_at' | 'failure'> & { current: boolean }

const columns = <Session extends string>(session: Session) =>
  `p.id, p.service, p.device, p.created_at, p.last_sent_at, p.failure, p.session_id is not distinct from ${session} as current` as const
const live = <Now extends string>(now: Now) =>
  `exists (select from auth.sessions s where s.id = p.session_id and s.ended_at is null and s.ends_at > ${now} and s.idle_until > ${now})` as const

export const subscriptionsOf = sql(`select ${columns(':session')} from auth.push_subscriptions p
  where p.user_id = :user and ${live(':now')} order by p.id desc limit 50`).as<SubscriptionRow>()
// Two windows of one browser that subscribe concurrently must not exceed the limit together.
export const lockSubscriptionsOf = sql("select pg_advisory_xact_lock(hashtextextended('push ' || :user, 0))")
export const removeEnded = sql(`delete from auth.push_subscriptions p where p.user_id = :user and not ${live(':now')}`)
/** The browser that subscribed longest ago is most likely gone, whereas the one asking exists. */
export const dropOldest = sql(`delete from auth.push_subscriptions where id in (select id from auth.push_subscriptions
    where user_id = :user and endpoint_hash <> :endpoint_hash order by id desc offset :kept) returning id, service`).as<{
  id: string
  service: string
}>()
export const storeSubscription = sql(`insert into auth.push_subscriptions as p
    (id, user_id, session_id, endpoint_hash, sealed, service, device, created_at)
  values (:id, :user, :session, :endpoint_hash, :sealed, :service, :device, :now)
  on conflict (user_id, endpoint_hash) do update set id = excluded.id, session_id = excluded.session_id, sealed = excluded.sealed,
    device = excluded.device, created_at = excluded.created_at, failed_at = null, failure = null
  returning ${columns(':session')}`).as<SubscriptionRow>()
export const deleteSubscription = sql(
  `delete from auth.push_subscriptions p where p.id = :id and p.user_id = :user returning ${columns(':session')}`,
).as<SubscriptionRow>()

/** Subscriptions that can be used now: not those of ended logins, nor of a browser that another person has subscribed with since. */
export const reachable = sql(`select p.id, p.sealed from auth.push_subscriptions p
  join auth.accounts a on a.user_id = p.user_id and a.suspended_at is null and a.closed_at is null
  where p.user_id = :user and (:ids::uuid[] is null or p.id = any(:ids)) and ${live(':now')}
    and not exists (select from auth.push_subscriptions later where later.endpoint_hash = p.endpoint_hash and later.id > p.id)
  order by p.id limit 50`).as<{ id: string; sealed: Buffer }>()
export const recordSent = sql('update auth.push_subscriptions set last_sent_at = :now, failed_at = null, failure = null where id = :id')
export const recordFailure = sql('update auth.push_subscriptions set failed_at = :now, failure = :failure where id = :id')
export const removeGone = sql('delete from auth.push_subscriptions where id = :id')
export const pushState = sql('select id, pushed_at from notifications where user_id = :user and id = any(:ids::uuid[])').as<{
  id: string
  pushed_at: string | null
}>()
export const markPushed = sql('update notifications set pushed_at = :now where user_id = :user and id = any(:ids::uuid[])')
