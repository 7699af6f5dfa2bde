import { sql } from '../../../platform/postgres.ts'

export interface DeliveryRow {
  id: string
  webhook_id: string
  url: string
  message_id: string
  seq: number
  type: string
  subject_id: string
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  attempts: number
  next_attempt_at: string | null
  created_at: string
  finished_at: string | null
}

export interface AttemptRow {
  number: number
  at: string
  duration_ms: number
  response_status: number | null
  error: string | null
  response: string
}

const columns = `d.id, d.webhook_id, w.url, 'msg_' || d.id as message_id, d.seq, d.type, d.lane as subject_id, d.status, d.attempts,
  case when d.status = 'pending' then d.next_attempt_at end as next_attempt_at, d.created_at, d.finished_at`
const source = `from webhook_deliveries d join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id
  where d.org_id = :org and d.webhook_id = :webhook and (d.owner_id is null or d.owner_id = :user)`

export const deliveries = sql(`select ${columns} ${source} and d.id < :before and (:status::text is null or d.status = :status)
  order by d.id desc limit :limit`).as<DeliveryRow>()
export const deliveryById = sql(`select ${columns}, d.body ${source} and d.id = :id`).as<DeliveryRow & { body: string }>()
export const attemptsOf = sql(`select number, at, duration_ms, response_status, error, response from webhook_attempts
  where org_id = :org and delivery_id = :delivery order by number desc limit 100`).as<AttemptRow>()

export const insertDeliveries = sql(`insert into webhook_deliveries
    (org_id, id, webhook_id, seq, type, lane, project_id, owner_id, body, next_attempt_at, created_at)
  select :org, d.id, d.webhook_id, d.seq, d.type, d.lane, d.project_id, d.owner_id, d.body, :now, :now
  from jsonb_to_recordset(:rows::jsonb)
    as d (id uuid, webhook_id uuid, seq bigint, type text, lane uuid, project_id uuid, owner_id uuid, body text)
  on conflict do nothing`)

// The first delivery of each lane, if it is due and unclaimed. Anything behind an unfinished one in its lane waits.
export const claim = sql(`update webhook_deliveries d set claim_id = :claim_id, claimed_until = :until
  from (select c.id from webhook_deliveries c
    where c.org_id = :org and c.webhook_id = :webhook and c.status = 'pending' and c.next_attempt_at <= :now
      and (c.claimed_until is null or c.claimed_until <= :now)
      and not exists (select from webhook_deliveries e where e.org_id = c.org_id and e.webhook_id = c.webhook_id
        and e.lane = c.lane and e.status = 'pending' and e.seq < c.seq)
    order by c.next_attempt_at, c.seq limit :limit for update skip locked) due
  where d.org_id = :org and d.id = due.id
  returning d.id, d.project_id, d.body, d.claimed_until`).as<ClaimedRow>()

export interface ClaimedRow {
  id: string
  project_id: string | null
  body: string
  claimed_until: string
}

export interface HeldRow {
  webhook_id: string
  lane: string
  seq: number
  attempts: number
  failures: number
}

export const lockClaimed = sql(`select webhook_id, lane, seq, attempts, failures from webhook_deliveries
  where org_id = :org and id = :delivery_id and claim_id = :claim_id and status = 'pending' for update`).as<HeldRow>()
export const insertAttempt = sql(`insert into webhook_attempts
    (org_id, delivery_id, number, at, duration_ms, response_status, error, response)
  values (:org, :delivery_id, :number, :at, :duration_ms, :status, :error, :response) on conflict do nothing`)
const free = 'claim_id = null, claimed_until = null'
export const finish = sql(`update webhook_deliveries set status = :status, finished_at = :now, attempts = attempts + 1, ${free}
  where org_id = :org and id = :id`)
export const postpone =
  sql(`update webhook_deliveries set next_attempt_at = :next_at, attempts = attempts + 1, failures = failures + 1, ${free}
  where org_id = :org and id = :delivery_id`)
export const cancel = sql(`update webhook_deliveries set status = 'cancelled', finished_at = :now, ${free}
  where org_id = :org and id = any(:ids::uuid[])`)

// After a failure the rest of the lane need not be checked before the retry, so it is postponed; once that is done, the next one is due.
export const postponeLane = sql(`update webhook_deliveries set next_attempt_at = :next_at
  where org_id = :org and webhook_id = :webhook_id and lane = :lane and status = 'pending' and seq > :after and next_attempt_at < :next_at`)
export const bringForward = sql(`update webhook_deliveries set next_attempt_at = :now where org_id = :org and next_attempt_at > :now
  and id = (select id from webhook_deliveries
    where org_id = :org and webhook_id = :webhook_id and lane = :lane and status = 'pending' and seq > :after order by seq limit 1)`)

const again = `status = 'pending', failures = 0, next_attempt_at = :now, finished_at = null`
export const replay = sql(`update webhook_deliveries set ${again} where org_id = :org and id = :id`)
export const replayFailed = sql(`with again as (update webhook_deliveries set ${again}
    where org_id = :org and webhook_id = :webhook and status = 'failed' and created_at >= :since returning 1)
  select count(*)::integer as replayed from again`).as<{ replayed: number }>()

export const organizationsDue = sql(`select distinct d.org_id from webhook_deliveries d
  join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id join organizations o on o.id = d.org_id
  where o.deleted_at is null and o.sandbox_of is null and d.status = 'pending' and d.next_attempt_at <= :now and (d.claimed_until is null or d.claimed_until <= :now)
    and w.enabled and w.deleted_at is null and (w.throttled_until is null or w.throttled_until <= :now) limit 1000`).as<{
  org_id: string
}>()
