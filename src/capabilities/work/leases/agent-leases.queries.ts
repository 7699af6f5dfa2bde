import { sql } from '../../../platform/postgres.ts'

/** All leases of an agent, in any project: they end with it. */
export const leasesToEnd = sql(`select w.id from work_items w
  where w.org_id = :org and w.lease_agent_id = :agent and w.lease_until > :now and w.deleted_at is null order by w.id for update`).as<{
  id: string
}>()

const visible = `from work_items w join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null
  where w.org_id = :org and w.deleted_at is null and app.sees_project(p.visibility, p.id)`
export const leasesOfAgent = sql(`select w.key, w.title, w.project_id, w.lease_from as from, w.lease_until as until ${visible}
    and w.lease_agent_id = :agent and w.lease_until > :now order by w.lease_until desc limit 50`).as<{
  key: string
  title: string
  project_id: string
  from: string | null
  until: string
}>()
export const openTasksOfAgent = sql(`select coalesce(sum(t.open), 0)::integer as count from work_item_tallies t
  join projects p on p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null
  where t.org_id = :org and t.subject = 'agent' and t.value = :agent::text and app.sees_project(p.visibility, p.id)`).as<{
  count: number
}>()

export const leasesAmong = sql(`select w.id, w.key, w.lease_agent_id as agent,
    w.lease_until as until from work_items w
  where w.org_id = :org and w.lease_agent_id = any(:agents::uuid[]) and w.lease_until > :now and w.deleted_at is null`).as<{
  id: string
  key: string
  agent: string
  until: string
}>()
export const endings = sql(`select distinct on (e.subject_id) e.subject_id as id, e.data ->> 'why' as why
  from events e where e.org_id = :org and e.subject_id = any(:tasks::uuid[]) and e.type = 'task.released' order by e.subject_id, e.seq desc`).as<{
  id: string
  why: string
}>()
