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
  where d.org_id = $1 and d.webhook_id = $2 and (d.owner_id is null or d.owner_id = $3)`

export const deliveries = sql<DeliveryRow>(`select ${columns} ${source} and d.id < $4 and ($5::text is null or d.status = $5)
  order by d.id desc limit $6`)
export const deliveryById = sql<DeliveryRow & { body: string }>(`select ${columns}, d.body ${source} and d.id = $4`)
export const attemptsOf = sql<AttemptRow>(`select number, at, duration_ms, response_status, error, response from webhook_attempts
  where org_id = $1 and delivery_id = $2 order by number desc limit 100`)

export const insertDeliveries = sql(`insert into webhook_deliveries
    (org_id, id, webhook_id, seq, type, lane, project_id, owner_id, body, next_attempt_at, created_at)
  select $1, d.id, d.webhook_id, d.seq, d.type, d.lane, d.project_id, d.owner_id, d.body, $3, $3
  from jsonb_to_recordset($2::jsonb)
    as d (id uuid, webhook_id uuid, seq bigint, type text, lane uuid, project_id uuid, owner_id uuid, body text)
  on conflict do nothing`)

// The first of each lane that is due and nobody's. What stands behind an unfinished one of its lane waits.
export const claim = sql<ClaimedRow>(`update webhook_deliveries d set claim_id = $4, claimed_until = $5
  from (select c.id from webhook_deliveries c
    where c.org_id = $1 and c.webhook_id = $2 and c.status = 'pending' and c.next_attempt_at <= $3
      and (c.claimed_until is null or c.claimed_until <= $3)
      and not exists (select from webhook_deliveries e where e.org_id = c.org_id and e.webhook_id = c.webhook_id
        and e.lane = c.lane and e.status = 'pending' and e.seq < c.seq)
    order by c.next_attempt_at, c.seq limit $6 for update skip locked) due
  where d.org_id = $1 and d.id = due.id
  returning d.id, d.project_id, d.body, d.claimed_until`)

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

export const lockClaimed = sql<HeldRow>(`select webhook_id, lane, seq, attempts, failures from webhook_deliveries
  where org_id = $1 and id = $2 and claim_id = $3 and status = 'pending' for update`)
export const insertAttempt = sql(`insert into webhook_attempts
    (org_id, delivery_id, number, at, duration_ms, response_status, error, response)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`)
const free = 'claim_id = null, claimed_until = null'
export const finish = sql(`update webhook_deliveries set status = $3, finished_at = $4, attempts = attempts + 1, ${free}
  where org_id = $1 and id = $2`)
export const postpone = sql(`update webhook_deliveries set next_attempt_at = $3, attempts = attempts + 1, failures = failures + 1, ${free}
  where org_id = $1 and id = $2`)
export const cancel = sql(`update webhook_deliveries set status = 'cancelled', finished_at = $3, ${free}
  where org_id = $1 and id = any($2::uuid[])`)

// Behind one that failed nothing of its lane need be looked at before it is tried again; once it is through, the next is due.
export const postponeLane = sql(`update webhook_deliveries set next_attempt_at = $5
  where org_id = $1 and webhook_id = $2 and lane = $3 and status = 'pending' and seq > $4 and next_attempt_at < $5`)
export const bringForward = sql(`update webhook_deliveries set next_attempt_at = $5 where org_id = $1 and next_attempt_at > $5
  and id = (select id from webhook_deliveries
    where org_id = $1 and webhook_id = $2 and lane = $3 and status = 'pending' and seq > $4 order by seq limit 1)`)

const again = `status = 'pending', failures = 0, next_attempt_at = $3, finished_at = null`
export const replay = sql(`update webhook_deliveries set ${again} where org_id = $1 and id = $2`)
export const replayFailed = sql<{ replayed: number }>(`with again as (update webhook_deliveries set ${again}
    where org_id = $1 and webhook_id = $2 and status = 'failed' and created_at >= $4 returning 1)
  select count(*)::integer as replayed from again`)

export const organizationsDue = sql<{ org_id: string }>(`select distinct d.org_id from webhook_deliveries d
  join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id join organizations o on o.id = d.org_id
  where o.deleted_at is null and o.sandbox_of is null and d.status = 'pending' and d.next_attempt_at <= $1 and (d.claimed_until is null or d.claimed_until <= $1)
    and w.enabled and w.deleted_at is null and (w.throttled_until is null or w.throttled_until <= $1) limit 1000`)
