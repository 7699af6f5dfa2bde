import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

export type MessageRow = Tables['auth.slack_messages']

export const messagesOf = sql(
  'select * from auth.slack_messages where user_id = :user and notification_id = any(:ids::uuid[])',
).as<MessageRow>()
/** Of two parallel workers, one gets the claim. A claim that expired without a message can be taken over: its holder is gone. */
export const claimMessage = sql(`insert into auth.slack_messages (user_id, notification_id, integration_id, claimed_until, created_at)
  values (:user, :id, :integration, :until, :now)
  on conflict (user_id, notification_id) do update set claimed_until = excluded.claimed_until, integration_id = excluded.integration_id
    where auth.slack_messages.ts is null and auth.slack_messages.claimed_until < :now
  returning notification_id`).as<{ notification_id: string }>()
export const giveUpClaim = sql(
  'update auth.slack_messages set claimed_until = :now where user_id = :user and notification_id = :id and ts is null',
)
export const recordPosted = sql(
  'update auth.slack_messages set channel = :channel, ts = :ts where user_id = :user and notification_id = :id',
)
export const recordSettled = sql('update auth.slack_messages set settled_at = :now where user_id = :user and notification_id = :id')
export const messageAt = sql(
  'select user_id, notification_id from auth.slack_messages where integration_id = :integration and channel = :channel and ts = :ts',
).as<{ user_id: string; notification_id: string }>()
export const settledState = sql(`select n.id, u.name as settled_by from notifications n left join users u on u.id = n.settled_by
  where n.user_id = :user and n.id = any(:ids::uuid[])`).as<{ id: string; settled_by: string | null }>()

/** Whether there is a connection that this worker has or could take. */
export const connectionsFree = sql(`select from auth.integrations
  where provider = 'slack' and not broken and (held_by = :holder or held_until is null or held_until < :now) limit 1`)
/** The connections this worker has, and as many more as it may take. Locked rows are being taken by another worker. */
export const holdConnections = sql(`update auth.integrations i set held_by = :holder, held_until = :until
  from (select h.id from auth.integrations h join auth.accounts a on a.user_id = h.user_id and a.suspended_at is null and a.closed_at is null
    where h.provider = 'slack' and not h.broken and (h.held_by = :holder or h.held_until is null or h.held_until < :now)
    order by h.held_by = :holder desc nulls last, h.id limit :max for update of h skip locked) mine
  where i.id = mine.id returning i.id, i.sealed, i.updated_at`).as<{ id: string; sealed: Buffer; updated_at: string }>()
export const releaseConnections = sql(
  'update auth.integrations set held_by = null, held_until = null where held_by = :holder returning id',
).as<{ id: string }>()
