import { sql } from '../../../platform/postgres.ts'

export interface TraceRow {
  said: string[]
  files: string[]
  ran: { command: string; code: number; times: number }[]
  updated_at: string
}

/** The trace of the first of these sessions that has one. */
export const traceOf = sql(`select t.said, t.files, t.ran, t.updated_at from unnest(:sessions::uuid[]) with ordinality s (id, nth)
  join session_traces t on t.org_id = :org and t.session_id = s.id order by s.nth limit 1`).as<TraceRow>()
export const putTrace = sql(`insert into session_traces (org_id, session_id, said, files, ran, updated_at)
  values (:org, :session, :said, :files, :ran::jsonb, :now)
  on conflict (org_id, session_id) do update set said = excluded.said, files = excluded.files, ran = excluded.ran, updated_at = excluded.updated_at`)
/** A session that continues another one goes on with its trace. */
export const handTraceOn = sql(`insert into session_traces (org_id, session_id, said, files, ran, updated_at)
  select t.org_id, :to, t.said, t.files, t.ran, t.updated_at from session_traces t where t.org_id = :org and t.session_id = :from`)
