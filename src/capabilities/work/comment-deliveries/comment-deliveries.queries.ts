import { sql } from '../../../platform/postgres.ts'
import { caller } from '../../agents/notices/calling-instance.ts'

type Why = 'mention' | 'reply'

/** Addresses a person's comment to the agents it mentions, the task's holder, the agent it replies to, and those that asked this person there. */
export const address = sql(`insert into comment_deliveries (org_id, comment_id, agent_id, why, created_at)
  select a.org_id, :comment, a.id, case when a.id = any(:mentioned::uuid[]) then 'mention' else 'reply' end, :now from agents a
  where a.org_id = :org and a.deleted_at is null and (a.id = any(:mentioned::uuid[])
    or a.id = (select w.lease_agent_id from work_items w where w.org_id = :org and w.id = :id and w.lease_until > :now)
    or a.id = (select c.author_agent_id from comments c where c.org_id = :org and c.item_id = :id and c.id = :reply_to)
    or a.id in (select n.agent_id from notifications n where n.user_id = :user and n.org_id = :org and n.subject_id = :id
      and n.kind = 'mention' and n.archived_at is null))
  on conflict do nothing returning agent_id`).as<{ agent_id: string }>()

export const deliveriesOf = sql(
  `select d.comment_id, a.id, a.slug, a.name, d.why, d.delivered_at, d.read_at
   from comment_deliveries d join agents a on a.org_id = d.org_id and a.id = d.agent_id
   where d.org_id = :org and d.comment_id = any(:comments::uuid[]) order by d.comment_id, d.agent_id`,
).as<{ comment_id: string; id: string; slug: string; name: string; why: Why; delivered_at: string | null; read_at: string | null }>()

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

// If the agent holds the task, only the window that holds it gets the comment; for any other task, whichever calls next. The user behind the call
// must see the project, because a mentioned agent may work for somebody who doesn't.
const holder = `exists (select from work_items l where l.org_id = :org and l.id = c.item_id and l.lease_agent_id = d.agent_id
  and l.lease_until > :now and l.lease_instance_id is not null and l.lease_holder is distinct from :session
  and l.lease_instance_id not in (select id from caller))`
export const take = sql(`with caller as (${caller}), due as (
    select d.comment_id, d.agent_id from comment_deliveries d
    join comments c on c.org_id = d.org_id and c.id = d.comment_id and c.deleted_at is null
    join work_items w on w.org_id = c.org_id and w.id = c.item_id and w.deleted_at is null
    cross join lateral app.notification_place(:user, :org, w.project_id, null, null) pl
    where d.org_id = :org and d.agent_id = :agent and d.delivered_at is null and not ${holder}
    order by d.comment_id limit 10 for update of d skip locked
  ), taken as (
    update comment_deliveries d set delivered_at = :now, delivered_to = :window from due
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
