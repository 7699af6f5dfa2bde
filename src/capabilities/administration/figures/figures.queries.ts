import { sql } from '../../../platform/postgres.ts'

export const instanceFigures = sql('select name, label, value from app.figures()').as<{ name: string; label: string; value: number }>()
export const queueFigures = sql(`select q.name, j.ready, j.oldest from unnest(:queues::text[]) q (name)
  cross join lateral (select count(*)::integer as ready, coalesce(extract(epoch from now() - min(w.start_after)), 0)::float8 as oldest from (
    select start_after from jobs.job_common where name = q.name and state < 'active' and not blocked and start_after <= now() limit 10000) w) j`).as<{
  name: string
  ready: number
  oldest: number
}>()
