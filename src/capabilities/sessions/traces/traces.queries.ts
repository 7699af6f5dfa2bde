import { sql } from '../../../platform/postgres.ts'
import { line } from '../sessions/sessions.queries.ts'

export interface TraceRow {
  said: string[]
  files: string[]
  ran: { command: string; code: number; times: number }[]
  updated_at: string
}

/** A session's trace: until its own hooks have said anything, that of the nearest session that it continues. */
export const traceOf = sql(`${line} select t.said, t.files, t.ran, t.updated_at from line l
  join session_traces t on t.org_id = :org and t.session_id = l.id order by l.nth limit 1`).as<TraceRow>()
export const putTrace = sql(`insert into session_traces (org_id, session_id, said, files, ran, updated_at)
  values (:org, :session, :said, :files, :ran::jsonb, :now)
  on conflict (org_id, session_id) do update set said = excluded.said, files = excluded.files, ran = excluded.ran, updated_at = excluded.updated_at`)
