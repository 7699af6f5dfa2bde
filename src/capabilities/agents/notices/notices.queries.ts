import { plannedOnce, sql } from '../../../platform/postgres.ts'
import { caller, untoldCaller, waitsForAny } from './calling-instance.ts'

export interface NoticeRow {
  id: string
  kind: string
  details: Record<string, string | string[] | null>
  created_at: string
}

export const insertNotice = sql(`insert into agent_notices (org_id, id, instance_id, kind, fence, details, created_at)
  values (:org, :id, :instance, :kind, :fence, :details, :now)`)
/** The actor, by the name an agent would know them by. */
export const nameOf = sql(`select a.slug as agent, u.handle as user
  from (select 1) one left join agents a on a.org_id = :org and a.id = :agent left join users u on u.id = :user`).as<{
  agent: string | null
  user: string | null
}>()

// The instances that hold a task that can start now, or that run a session of its assigned agent.
// Queried while the blocker `:id` is being closed, so that one is ignored.
const live = "s.status = 'running' and s.instance_id is not null"
export const concernedByUnblocking = sql(`select distinct w.key as task, i.id as instance_id
  from work_item_dependencies d join work_items w on w.org_id = d.org_id and w.id = d.item_id
    and w.status not in ('complete', 'cancelled') and w.deleted_at is null
  join agent_instances i on i.org_id = w.org_id and (i.id = w.lease_instance_id
    or i.id in (select s.instance_id from agent_sessions s where s.org_id = w.org_id and s.agent_id = w.assignee_agent_id and ${live}))
  where d.org_id = :org and d.blocked_by_id = :id and not exists (select from work_item_dependencies o
    join work_items b on b.org_id = o.org_id and b.id = o.blocked_by_id
    where o.org_id = d.org_id and o.item_id = w.id and b.id <> :id and b.status not in ('complete', 'cancelled') and b.deleted_at is null)
  limit 50`).as<{ task: string; instance_id: string }>()

/** Whom a comment concerns that wasn't written by a person: the window that holds the task, and the running sessions of agents it mentions. */
export const concernedByComment = plannedOnce(`select i.id as instance_id, bool_or(i.id = w.lease_instance_id
    and w.lease_until > :now) as holds
  from work_items w join agent_instances i on i.org_id = w.org_id and ((i.id = w.lease_instance_id and w.lease_until > :now)
    or i.id in (select s.instance_id from agent_sessions s where s.org_id = w.org_id and s.agent_id = any(:mentioned::uuid[]) and ${live}))
  where w.org_id = :org and w.id = :id and i.agent_id is distinct from :agent group by i.id limit 50`).as<{
  instance_id: string
  holds: boolean
}>()

/** The running sessions of the agents that a text mentions, with the people they work for. */
export const concernedByMention = sql(`select distinct s.instance_id, s.owner_id
  from agent_sessions s where s.org_id = :org and s.agent_id = any(:agents::uuid[]) and ${live} limit 50`).as<{
  instance_id: string
  owner_id: string
}>()

const endsSoon = `w.org_id = :org and w.deleted_at is null and w.lease_until > :now and w.lease_until <= :soon
  and w.lease_warned_until is distinct from w.lease_until` as const
const leases = <Instances extends string>(instances: Instances) =>
  `select w.id, w.key, w.lease_until from work_items w where ${endsSoon} and w.lease_holder in (select c.id::text from ${instances} c union all
    select s.id::text from agent_sessions s join ${instances} c on s.instance_id = c.id where s.org_id = :org and s.status = 'running')` as const

const anyWaits = `exists (${waitsForAny})
  or exists (select from work_items w where ${endsSoon} and w.lease_agent_id is not distinct from :agent)` as const

/** The cheap check on every call: whether there is anything to deliver, or `seen_at` is old enough to be updated. */
export const isDue = plannedOnce(`with caller as (${caller})
  select exists (select from caller c join agent_notices n on n.org_id = :org and n.instance_id = c.id and n.delivered_at is null)
    or exists (select from agent_notices n where n.org_id = :org and n.fence = :fence and n.instance_id is null and n.delivered_at is null)
    or exists (select from caller c where c.known and c.seen_at < :seen_before)
    or exists (${leases('caller')}) as due`).as<{ due: boolean }>()
/**
 * For a call without keys, as most are: whether anything waits for any instance it may come from, which is rarely so. Kept small because it
 * runs with every call. Which instance it comes from is a guess, so `seen_at` isn't updated.
 */
export const waitsForAgent = plannedOnce(`select (${anyWaits}) as waits`).as<{ waits: boolean }>()
/**
 * The same, and whether it waits for the only instance that the call can come from. There are as many candidates as the agent's claims in the last
 * hour, so they are looked up only if anything waits.
 */
export const isDueUntold = plannedOnce(`with caller as (${untoldCaller})
  select a.waits, case when a.waits
    then exists (select from caller c join agent_notices n on n.org_id = :org and n.instance_id = c.id and n.delivered_at is null)
      or exists (${leases('caller')}) else false end as due
  from (select (${anyWaits}) as waits offset 0) a`).as<{ due: boolean; waits: boolean }>()
/** Takes each waiting notice once, warns about each ending lease once, and updates `seen_at`. */
export const takeNotices = plannedOnce(`with caller as (${caller}),
  seen as (update agent_instances i set seen_at = :now from caller c where i.org_id = :org and i.id = c.id and c.known and i.seen_at < :seen_before),
  due as (select n.id from agent_notices n where n.org_id = :org and n.delivered_at is null
      and (n.instance_id in (select id from caller) or (n.instance_id is null and n.fence = :fence))
    order by n.id limit 20 for update skip locked),
  taken as (update agent_notices n set delivered_at = :now from due where n.org_id = :org and n.id = due.id
    returning n.id, n.kind, n.details, n.created_at),
  warned as (update work_items w set lease_warned_until = w.lease_until from (${leases('caller')} limit 20 for update of w skip locked) l
    where w.org_id = :org and w.id = l.id returning w.id, w.key, w.lease_until)
  select id, kind, details, created_at from taken
  union all select id, 'lease_expiring', jsonb_build_object('task', key, 'until',
    to_char(lease_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), :now from warned order by id`).as<NoticeRow>()
