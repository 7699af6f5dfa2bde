import { sql } from '../../platform/postgres.ts'

export interface ActivityRow {
  seq: number
  at: string
  type: string
  actor: { user_id: string | null; agent_id: string | null; credential: string; door: string }
  project_id: string | null
  subject_id: string | null
  summary: string
}

// An event's data names what it is about: a key, a slug, a title.
const columns = `seq, at, type, actor, project_id, subject_id,
  coalesce(data ->> 'key', data -> 'item' ->> 'key', data -> 'project' ->> 'slug', '') as summary`

export const ofProject = sql<ActivityRow>(`select ${columns} from events where org_id = $1 and project_id = $2 order by seq desc limit $3`)
export const ofSubject = sql<ActivityRow>(`select ${columns} from events where org_id = $1 and subject_id = $2 order by seq desc limit $3`)

export interface EventRow {
  seq: number
  at: string
  type: string
  actor: unknown
  project_id: string | null
  owner_id: string | null
  subject_id: string | null
  data: unknown
}

/** The log from a cursor on, for streams that follow it. */
export const eventsAfter = sql<EventRow>(`select seq, at, type, actor, project_id, owner_id, subject_id, data from events
  where org_id = $1 and seq > $2 order by seq limit $3`)
export const head = sql<{ seq: number; first_seq: number }>('select seq, first_seq from log_heads where org_id = $1')
