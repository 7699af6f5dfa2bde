import { sql } from '../../../platform/postgres.ts'

/** Which leases an agent holds, in whatever project: they end with it. */
export const leasesToEnd = sql<{ id: string }>(`select w.id from work_items w
  where w.org_id = $1 and w.lease_agent_id = $2 and w.lease_until > $3 and w.deleted_at is null order by w.id for update`)

const visible = `from work_items w join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null
  where w.org_id = $1 and w.deleted_at is null and app.sees_project(p.visibility, p.id)`
export const leasesOfAgent = sql<{
  key: string
  title: string
  project_id: string
  from: string | null
  until: string
}>(`select w.key, w.title, w.project_id, w.lease_from as from, w.lease_until as until ${visible}
    and w.lease_agent_id = $2 and w.lease_until > $3 order by w.lease_until desc limit 50`)
export const openTasksOfAgent = sql<{ count: number }>(`select count(*)::integer as count ${visible}
  and w.assignee_agent_id = $2 and w.kind = 'task' and w.status not in ('complete', 'cancelled')`)

export const leasesAmong = sql<{ id: string; key: string; agent: string; until: string }>(`select w.id, w.key, w.lease_agent_id as agent,
    w.lease_until as until from work_items w
  where w.org_id = $1 and w.lease_agent_id = any($2::uuid[]) and w.lease_until > $3 and w.deleted_at is null`)
export const endings = sql<{ id: string; why: string }>(`select distinct on (e.subject_id) e.subject_id as id, e.data ->> 'why' as why
  from events e where e.org_id = $1 and e.subject_id = any($2::uuid[]) and e.type = 'task.released' order by e.subject_id, e.seq desc`)
