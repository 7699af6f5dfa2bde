import { sql } from '../../platform/postgres.ts'

export const instanceFigures = sql<{ name: string; label: string; value: number }>('select name, label, value from app.figures()')
export const queueFigures = sql<{
  name: string
  ready: number
  oldest: number
}>(`select q.name, j.ready, j.oldest from unnest($1::text[]) q (name)
  cross join lateral (select count(*)::integer as ready, coalesce(extract(epoch from now() - min(w.start_after)), 0)::float8 as oldest from (
    select start_after from jobs.job_common where name = q.name and state < 'active' and not blocked and start_after <= now() limit 10000) w) j`)
