import { sql } from '../../../platform/postgres.ts'

export interface DispatchRow {
  agent_id: string
  workspace: { id: string; slug: string; name: string }
  client: string
  at_once: number
  updated_at: string
}

export const dispatchOf =
  sql(`select d.agent_id, jsonb_build_object('id', w.id, 'slug', w.slug, 'name', w.name) as workspace, d.client, d.at_once,
    d.updated_at
  from agent_dispatch d join workspaces w on w.org_id = d.org_id and w.id = d.workspace_id and w.deleted_at is null
  where d.org_id = :org and d.agent_id = :agent`).as<DispatchRow>()
// Who can see an agent: everyone if it has no project, otherwise whoever can see that project; its owner always, except within a run.
const visible = `(a.project_id is null or (a.owner_id = app.user() and app.only_project() is null) or exists (select from projects p
  where p.org_id = a.org_id and p.id = a.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`
/** The agents dispatched in a workspace, as far as the caller can see them. */
export const dispatchedIn = sql(`select jsonb_build_object('id', a.id, 'slug', a.slug, 'name', a.name) as agent, d.client, d.at_once
  from agent_dispatch d join agents a on a.org_id = d.org_id and a.id = d.agent_id and a.deleted_at is null
  where d.org_id = :org and d.workspace_id = :workspace and ${visible} order by a.name, a.id limit 100`).as<{
  agent: { id: string; slug: string; name: string }
  client: string
  at_once: number
}>()
export const setDispatch = sql(`insert into agent_dispatch (org_id, agent_id, workspace_id, client, at_once, updated_at)
  values (:org, :agent, :workspace, :client, :at_once, :now)
  on conflict (org_id, agent_id) do update set workspace_id = excluded.workspace_id, client = excluded.client, at_once = excluded.at_once,
    updated_at = excluded.updated_at`)
export const clearDispatch = sql('delete from agent_dispatch where org_id = :org and agent_id = :agent returning agent_id').as<{
  agent_id: string
}>()

/** Those of the given agents that have a dispatch configured and no live session at the moment. */
export const absentAmong = sql(`select d.agent_id as id from agent_dispatch d
  where d.org_id = :org and d.agent_id = any(:agents::uuid[]) and not exists (select from agent_sessions s
    left join agent_instances i on i.org_id = s.org_id and i.id = s.instance_id
    where s.org_id = d.org_id and s.agent_id = d.agent_id and s.status = 'running' and greatest(s.seen_at, i.seen_at) > :since)`).as<{
  id: string
}>()
/** A feature's open tasks that are assigned to, or held by, an agent with a dispatch configured. */
export const dispatchedTasksOf = sql(`select w.id, w.project_id, d.agent_id from links l
    join work_items w on w.org_id = l.org_id and w.id = l.to_id and w.deleted_at is null and w.kind = 'task' and w.status not in ('complete', 'cancelled')
    join agent_dispatch d on d.org_id = w.org_id and d.agent_id = coalesce(w.assignee_agent_id, w.lease_agent_id)
  where l.org_id = :org and l.from_kind = 'feature' and l.from_id = :feature and l.to_kind = 'task' order by w.id limit 20`).as<{
  id: string
  project_id: string
  agent_id: string
}>()
