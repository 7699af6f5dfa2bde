import { sql } from '../../platform/postgres.ts'

export interface StoppedRow {
  slug: string
  reason: string | null
  stopped_at: string | null
  paused_until: string | null
  by_handle: string | null
  by_name: string | null
  owner_handle: string | null
}

export const stopped =
  sql<StoppedRow>(`select a.slug, a.stop_reason as reason, a.stopped_at, a.paused_until, b.handle as by_handle, b.name as by_name,
    o.handle as owner_handle
  from agents a left join users b on b.id = a.stopped_by left join users o on o.id = a.owner_id
  where a.org_id = $1 and a.id = $2 and a.status = 'stopped'`)
export const stoppedAmong = sql<{ id: string; slug: string; reason: string | null; paused_until: string | null }>(
  "select id, slug, stop_reason as reason, paused_until from agents where org_id = $1 and id = any($2::uuid[]) and status = 'stopped'",
)

// No lock before it: what an agent writes refers to its row, and one that never pauses must not keep its stop waiting.
const turn = (set: string, from: string) =>
  sql<{ id: string }>(`update agents set ${set}, updated_at = $3, version = version + 1
  where org_id = $1 and id = $2 and ${from} and deleted_at is null returning id`)
export const stop = turn(
  "status = 'stopped', stop_reason = $4, stopped_by = $5, stopped_at = $3, paused_until = null",
  "(status = 'active' or paused_until is not null)",
)
export const pause = turn("status = 'stopped', stop_reason = $4, stopped_by = $5, stopped_at = $3, paused_until = $6", "status = 'active'")
export const pausedUntil = sql<{
  until: string
  reason: string | null
  by: string | null
}>(`select paused_until as until, stop_reason as reason,
    stopped_by as by from agents where org_id = $1 and id = $2 and paused_until is not null and deleted_at is null`)
export const resume = turn(
  "status = 'active', stop_reason = null, stopped_by = null, stopped_at = null, paused_until = null, resumed_at = $3",
  "status = 'stopped'",
)

// Claims of an agent share a lock that its stop has to itself: a claim is over before the stop, or begins after it and is refused.
// Locks of this kind are given in turn, so an agent that never pauses does not keep its stop waiting.
const lock = (how: string) => sql(`select ${how}(hashtextextended($1::text || $2::text, 30))`)
export const shareLock = lock('pg_advisory_xact_lock_shared')
export const takeLock = lock('pg_advisory_xact_lock')
