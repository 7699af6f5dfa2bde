import { sql } from '../../../platform/postgres.ts'

export const stoppedAmong = sql(
  "select id, slug, stop_reason as reason, paused_until from agents where org_id = :org and id = any(:agents::uuid[]) and status = 'stopped'",
).as<{ id: string; slug: string; reason: string | null; paused_until: string | null }>()

// No row lock beforehand: what an agent writes refers to its row, and an agent that never pauses must not delay its own stop.
const turn = <Set extends string, From extends string>(set: Set, from: From) =>
  sql(`update agents set ${set}, updated_at = :now, version = version + 1
  where org_id = :org and id = :id and ${from} and deleted_at is null returning id`).as<{ id: string }>()
export const stop = turn(
  "status = 'stopped', stop_reason = :reason, stopped_by = :by, stopped_at = :now, paused_until = null",
  "(status = 'active' or paused_until is not null)",
)
export const pause = turn(
  "status = 'stopped', stop_reason = :reason, stopped_by = :user, stopped_at = :now, paused_until = :until",
  "status = 'active'",
)
export const pausedUntil = sql(`select paused_until as until, stop_reason as reason,
    stopped_by as by from agents where org_id = :org and id = :agent_id and paused_until is not null and deleted_at is null`).as<{
  until: string
  reason: string | null
  by: string | null
}>()
export const resume = turn(
  "status = 'active', stop_reason = null, stopped_by = null, stopped_at = null, paused_until = null, resumed_at = :now",
  "status = 'stopped'",
)
