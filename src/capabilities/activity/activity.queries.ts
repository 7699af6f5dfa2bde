import { sql } from '../../platform/postgres.ts'

/** What a line of the feed is made of. */
export interface ActivityRow {
  seq: number
  at: string
  type: string
  actor: { user_id: string | null; agent_id: string | null; credential: string; door: string }
  project_id: string | null
  subject_id: string | null
  data: Record<string, unknown>
}

const columns = 'e.seq, e.at, e.type, e.actor, e.project_id, e.subject_id, e.data'
const ownOrShared = '(e.owner_id is null or e.owner_id = app.user())'
const inVisibleProject = `not exists (select from projects p
  where p.org_id = e.org_id and p.id = e.project_id and not app.sees_project(p.visibility, p.id))`

/** How far a comment has come stands at the comment. */
const told = "e.type not in ('comment.delivered', 'comment.read')"

export const ofProject = sql<ActivityRow>(`select ${columns} from events e
  where e.org_id = $1 and e.project_id = $2 and ${told} and ${ownOrShared} order by e.seq desc limit $3`)
export const ofSubject = sql<ActivityRow>(`select ${columns} from events e
  where e.org_id = $1 and e.subject_id = $2 and ${told} and ${ownOrShared} order by e.seq desc limit $3`)
export const claimOf = sql<{ at: string; holder: string | null }>(`select e.at, e.data -> 'item' ->> 'lease_holder' as holder from events e
  where e.org_id = $1 and e.subject_id = $2 and e.type = 'task.claimed' order by e.seq desc limit 1`)
/** The wall and the rule of visibility are inside the function: json in a filter is not leakproof. */
export const feed = sql<ActivityRow>('select * from app.feed($1, $2, $3, $4, $5, $6, $7, $8, $9) order by seq desc limit $9')
const visible = (which: string) =>
  sql<ActivityRow>(`select ${columns} from events e where e.org_id = $1 and ${which}
  and ${ownOrShared} and ${inVisibleProject}`)
export const activityBySeq = visible('e.seq = $2')
export const loggedById = visible("e.subject_id = $2 and e.type = 'activity.logged'")

/** Whoever has left the organization has no name here any more. */
export const namesOf = sql<{
  id: string
  handle: string | null
  name: string
}>(`select id, handle, name from users where id = any($2::uuid[])
  union all select id, null, name from agents where org_id = $1 and id = any($3::uuid[])`)

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

export const beginReading = sql('insert into log_readers (org_id, reader, seq) values ($1, $2, 0) on conflict do nothing')
export const takeReader = sql<{ seq: number }>('select seq from log_readers where org_id = $1 and reader = $2 for update skip locked')
export const moveReader = sql('update log_readers set seq = $3 where org_id = $1 and reader = $2')
export const behind = sql<{ org_id: string }>('select org_id from app.organizations_behind($1) org_id')
