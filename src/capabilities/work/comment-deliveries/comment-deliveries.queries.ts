import { sql } from '../../../platform/postgres.ts'
import { keyed } from '../../keyed.ts'
import { caller } from '../../agents/notices/calling-instance.ts'

type Why = 'mention' | 'reply'

/** Addresses a person's comment to the agents it mentions, the task's holder, the agent it replies to, and those that asked this person there. */
export const address = sql(`insert into comment_deliveries (org_id, comment_id, agent_id, why, created_at)
  select a.org_id, :comment, a.id, case when a.id = any(:mentioned::uuid[]) then 'mention' else 'reply' end, :now from agents a
  where a.org_id = :org and a.deleted_at is null and (a.id = any(:mentioned::uuid[])
    or a.id = (select w.lease_agent_id from work_items w where w.org_id = :org and w.id = :id and w.lease_until > :now)
    or a.id = (select c.author_agent_id from comments c where c.org_id = :org and c.item_id = :id and c.id = :reply_to)
    or a.id in (select n.agent_id from notifications n where n.user_id = :user and n.org_id = :org and n.subject_id = :id
      and n.kind in ('mention', 'question') and n.archived_at is null))
  on conflict do nothing returning agent_id`).as<{ agent_id: string }>()

export interface DeliveryRow {
  comment_id: string
  agent: { id: string; slug: string; name: string }
  why: Why
  created_at: string
  delivered_at: string | null
  session_id: string | null
  read_at: string | null
  last_call_at: string | null
}

export const delivery = `d.comment_id, jsonb_build_object('id', a.id, 'slug', a.slug, 'name', a.name) as agent, d.why, d.created_at, d.delivered_at,
    d.delivered_session as session_id, d.read_at, l.at as last_call_at`
export const itsAgent = `join agents a on a.org_id = d.org_id and a.id = d.agent_id
  left join agent_last_calls l on l.org_id = d.org_id and l.agent_id = d.agent_id`
export const deliveriesOf = sql(`select ${delivery} from comment_deliveries d ${itsAgent}
  where d.org_id = :org and d.comment_id = any(:comments::uuid[]) order by d.comment_id, d.agent_id`).as<DeliveryRow>()

/** Most calls have nothing to do: checks whether there is something to deliver or to mark as read. */
export const isWaiting = sql(`select from comment_deliveries where org_id = :org and agent_id = :agent and read_at is null
  and (delivered_at is null or delivered_at > :since) limit 1`)

/** The window that received it has called again since. */
export const markRead = sql(`update comment_deliveries set read_at = :now
  where org_id = :org and agent_id = :agent_id and read_at is null and delivered_at < :began and delivered_to in (:window, '')
  returning comment_id`).as<{ comment_id: string }>()

export const itemsOfComments = sql(`select c.id as comment_id, w.id as item_id,
    w.project_id from comments c join work_items w on w.org_id = c.org_id and w.id = c.item_id
  where c.org_id = :org and c.id = any(:ids::uuid[]) order by c.id`).as<{ comment_id: string; item_id: string; project_id: string }>()

export interface TakenComment {
  comment_id: string
  agent_id: string
  why: Why
  delivered_at: string
  body: string
  created_at: string
  author: { id: string; handle: string; name: string } | null
  task: string
  item_id: string
  project_id: string
}

// A comment belongs to a task and an agent. The window that holds the task gets it or, if none of the agent does, the one that asked; but also the one that
// names the task or takes up a session of the agent, and after a while whichever calls: windows close, and what was said must not be lost with them.
// The user behind the call must see the project, because a mentioned agent may work for somebody who doesn't.
const isElsewhere = `case when w.lease_agent_id = d.agent_id and w.lease_until > :now and w.lease_instance_id is not null
    then w.lease_holder is distinct from :session and w.lease_instance_id not in (select id from caller)
    else coalesce(q.asked_in <> all(:windows::text[]), false) end`
const isDue = `(:resumes::boolean or d.created_at <= :overdue or w.id::text = lower(:task) or ${keyed(':task')} or not ${isElsewhere})`
export const take = sql(`with caller as (${caller}), due as (
    select d.comment_id, d.agent_id from comment_deliveries d
    join comments c on c.org_id = d.org_id and c.id = d.comment_id and c.deleted_at is null
    join work_items w on w.org_id = c.org_id and w.id = c.item_id and w.deleted_at is null
    left join questions q on q.org_id = c.org_id and q.id = c.reply_to
    cross join lateral app.notification_place(:user, :org, w.project_id, null, null) pl
    where d.org_id = :org and d.agent_id = :agent and d.delivered_at is null and ${isDue}
    order by d.comment_id limit 10 for update of d skip locked
  ), taken as (
    update comment_deliveries d set delivered_at = :now, delivered_to = :window, delivered_session = :session::uuid from due
    where d.org_id = :org and d.comment_id = due.comment_id and d.agent_id = due.agent_id
    returning d.comment_id, d.agent_id, d.why, d.delivered_at
  )
  select t.*, c.body, c.created_at, w.key as task, w.id as item_id, w.project_id,
    case when u.id is not null then json_build_object('id', u.id, 'handle', u.handle, 'name', u.name) end as author
  from taken t join comments c on c.org_id = :org and c.id = t.comment_id join work_items w on w.org_id = :org and w.id = c.item_id
  left join users u on u.id = c.author_id order by t.comment_id`).as<TakenComment>()

export const waitingAmong = sql(`select agent_id as agent, max(comment_id::text) as newest,
    count(*)::integer as count from comment_deliveries
  where org_id = :org and agent_id = any(:agents::uuid[]) and delivered_at is null and read_at is null group by agent_id`).as<{
  agent: string
  newest: string
  count: number
}>()
