import { sql } from '../../../platform/postgres.ts'

export interface StoppedRow {
  slug: string
  reason: string | null
  stopped_at: string | null
  paused_until: string | null
  by_handle: string | null
  by_name: string | null
  owner_handle: string | null
}

export const stopped = sql(`select a.slug, a.stop_reason as reason, a.stopped_at, a.paused_until, b.handle as by_handle, b.name as by_name,
    o.handle as owner_handle
  from agents a left join users b on b.id = a.stopped_by left join users o on o.id = a.owner_id
  where a.org_id = :org and a.id = :id and a.status = 'stopped'`).as<StoppedRow>()
// Claims of an agent share a lock that its stop has to itself: a claim is over before the stop, or begins after it and is refused.
// Locks of this kind are given in turn, so an agent that never pauses does not keep its stop waiting.
export const holdOff = sql('select app.hold_off_stop(:agent::uuid) as active').as<{ active: boolean }>()
export const takeLock = sql('select pg_advisory_xact_lock(hashtextextended(:org::text || :agent::text, 30))')
