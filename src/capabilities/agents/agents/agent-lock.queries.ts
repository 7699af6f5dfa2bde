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
// An agent's claims hold an advisory lock shared, its stop holds it exclusively: a claim ends before the stop, or begins after it and is refused.
// Advisory locks are granted in the order of requests, so an agent that never pauses can't starve its stop.
export const holdOff = sql('select app.hold_off_stop(:agent::uuid) as active').as<{ active: boolean }>()
export const takeLock = sql('select pg_advisory_xact_lock(hashtextextended(:org::text || :agent::text, 30))')
