import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

export interface HintRow extends Omit<Tables['session_hints'], 'org_id' | 'author_id'> {
  author: { id: string; handle: string; name: string } | null
}

const columns = `h.id, h.kind, h.session_id, h.agent_id, h.task_id, h.body, h.created_at, h.delivered_at,
  case when u.id is not null then json_build_object('id', u.id, 'handle', u.handle, 'name', u.name) end as author`
const from = 'from session_hints h left join users u on u.id = h.author_id'

export const insertHint = sql(`insert into session_hints (org_id, id, kind, session_id, agent_id, task_id, author_id, body, created_at)
  values (:org, :id, :kind, :session, :agent, :task, :user, :body, :now)`)
export const hintById = sql(`select ${columns} ${from} where h.org_id = :org and h.id = :id`).as<HintRow>()
export const hintsOfSession = sql(`select ${columns} ${from} where h.org_id = :org and h.session_id = :session and h.id < :before
  order by h.id desc limit :limit`).as<HintRow>()
export const hintsOfTask = sql(`select ${columns} ${from} where h.org_id = :org and h.task_id = :task and h.id < :before
  order by h.id desc limit :limit`).as<HintRow>()

export const isWaiting = sql('select from session_hints where org_id = :org and agent_id = :agent and delivered_at is null limit 1')
/** Up to two open sessions of an agent: with several, a hint for one of them waits for a call that names it. */
export const openSessions = sql(
  "select id from agent_sessions where org_id = :org and agent_id = :agent_id and status in ('running', 'lost') order by id desc limit 2",
).as<{ id: string }>()
// Concurrent calls take different hints, and none is delivered twice.
export const take = sql(`with due as (
    select h.id from session_hints h where h.org_id = :org and h.agent_id = :agent_id and h.delivered_at is null
      and (h.session_id is null or h.session_id = :session)
      and (app.only_project() is null or h.task_id is null or exists (select from work_items w where w.org_id = h.org_id and w.id = h.task_id
        and w.project_id = app.only_project())) order by h.id limit 10 for update skip locked
  ), taken as (
    update session_hints h set delivered_at = :now from due where h.org_id = :org and h.id = due.id returning h.*
  )
  select ${columns}, w.key as task, coalesce(s.project_id, w.project_id) as project_id,
    case when coalesce(s.project_id, w.project_id) is null then s.owner_id end as owner_id
  from taken h left join users u on u.id = h.author_id left join work_items w on w.org_id = h.org_id and w.id = h.task_id
  left join agent_sessions s on s.org_id = h.org_id and s.id = h.session_id order by h.id`).as<
  HintRow & { task: string | null; project_id: string | null; owner_id: string | null }
>()
export const adopt = sql(
  'update session_hints set session_id = :to, agent_id = :agent where org_id = :org and session_id = :from and delivered_at is null',
)
export const waitingAmong = sql(`select h.agent_id as agent,
    (array_agg(h.id order by h.id desc))[1] as newest, (array_agg(h.session_id order by h.id desc))[1] as session, count(*)::integer as count
  from session_hints h where h.org_id = :org and h.agent_id = any(:agents::uuid[]) and h.delivered_at is null group by h.agent_id`).as<{
  agent: string
  newest: string
  session: string | null
  count: number
}>()
