import { plannedOnce, sql } from '../../platform/postgres.ts'

/** The data behind a line of the feed. */
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
const ownOrShared = '(e.owner_id is null or e.owner_id = app.owner() or e.agent_id = app.only_agent())'
const inVisibleProject = `not exists (select from projects p
  where p.org_id = e.org_id and p.id = e.project_id and not app.sees_project(p.visibility, p.id))`

/** Whether a comment is a question, was delivered and read is shown with the comment. */
const told = "e.type not in ('comment.asked', 'comment.delivered', 'comment.read', 'watcher.changed')"

export const ofProject = plannedOnce(`select ${columns} from events e
  where e.org_id = :org and e.project_id = :project and ${told} and ${ownOrShared} order by e.seq desc limit :limit`).as<ActivityRow>()
export const ofSubject = plannedOnce(`select ${columns} from events e
  where e.org_id = :org and e.subject_id = :subject and ${told} and ${ownOrShared} order by e.seq desc limit :limit`).as<ActivityRow>()
export const claimOf = plannedOnce(`select e.at, e.data -> 'item' ->> 'lease_holder' as holder from events e
  where e.org_id = :org and e.subject_id = :task and e.type = 'task.claimed' order by e.seq desc limit 1`).as<{
  at: string
  holder: string | null
}>()
/** The wall and the visibility rule are inside the function, because json operators in a filter aren't leakproof. */
export const feed = sql(
  'select * from app.feed(:type, :kinds, :user, :agent, :project, :subject, :since, :until, :before, :limit) order by seq desc limit :limit',
).as<ActivityRow>()
const visible = <Which extends string>(which: Which) =>
  sql(`select ${columns} from events e where e.org_id = :org and ${which}
  and ${ownOrShared} and ${inVisibleProject}`).as<ActivityRow>()
export const activityBySeq = visible('e.seq = :name')
export const loggedById = visible("e.subject_id = :name and e.type = 'activity.logged'")

/** What some users and their agents did, and what happened to one subject. */
export const ofUsers = sql(`select ${columns} from events e where e.org_id = :org and e.seq < :before
    and (e.user_id = any(:users::uuid[]) or e.subject_id = :subject) and (:agent::uuid is null or e.agent_id = :agent)
    and e.type not like 'notification%' and ${told} and ${ownOrShared} and ${inVisibleProject}
  order by e.seq desc limit :limit`).as<ActivityRow>()

/** People who have left the organization have no name here. `things` are what fields refer to, such as an owner or a parent. */
export const namesOf = sql(`select id, handle, name from users where id = any(:users::uuid[] || :things::uuid[])
  union all select id, null, name from agents where org_id = :org and id = any(:agents::uuid[] || :things::uuid[])
  union all select id, null, key || ' ' || title from work_items where org_id = :org and id = any(:things::uuid[])
  union all select id, null, name from milestones where org_id = :org and id = any(:things::uuid[])`).as<{
  id: string
  handle: string | null
  name: string
}>()

export const movedLogs = sql('select org from app.moved_logs(:orgs::uuid[], :places::bigint[]) as org').as<{ org: string }>()

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
export const eventsAfter = sql(`select seq, at, type, actor, project_id, owner_id, subject_id, data from events
  where org_id = :org and seq > :after order by seq limit :limit`).as<EventRow>()
export const head = sql('select seq, first_seq from log_heads where org_id = :org order by place desc limit 1').as<{
  seq: number
  first_seq: number
}>()

export const beginReading = sql(`insert into log_readers (org_id, reader, seq)
  select o.id, :reader, 0 from organizations o where o.id = :org on conflict do nothing`)
export const takeReader = sql('select seq from log_readers where org_id = :org and reader = :reader for update skip locked').as<{
  seq: number
}>()
export const moveReader = sql('update log_readers set seq = :seq where org_id = :org and reader = :reader')
export const unreadHeads = sql('select org_id, readers from app.unread_heads(:after, :limit)').as<{
  org_id: string
  readers: ('notifications' | 'webhooks')[]
}>()
