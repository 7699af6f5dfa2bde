import { sql } from '../../platform/postgres.ts'

export const deleteKeys = sql<{ removed: number }>(`with gone as (delete from idempotency where ctid in (
    select ctid from idempotency where created_at < $1 limit 10000) returning 1)
  select count(*)::integer as removed from gone`)
export const deleteAttempts = sql<{ removed: number }>(`with gone as (delete from auth.attempts where ctid in (
    select ctid from auth.attempts where at < $1 limit 10000) returning 1)
  select count(*)::integer as removed from gone`)
export const trimEvents = sql<{ removed: number }>('select app.trim_events($1, 10000) as removed')
