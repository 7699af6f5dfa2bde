import { sql } from '../../../platform/postgres.ts'

export interface SampleRow {
  project_id: string
  slug: string
  key: string
  name: string
  created_by: string
  agent_id: string
  agent_slug: string
  agent_name: string
  created_at: string
}

// If somebody deleted the project or its agent by hand, there is no sample anymore.
export const sample =
  sql(`select s.project_id, p.slug, p.key, p.name, p.created_by, s.agent_id, a.slug as agent_slug, a.name as agent_name, s.created_at
  from sample_projects s join projects p on p.org_id = s.org_id and p.id = s.project_id and p.deleted_at is null
    join agents a on a.org_id = s.org_id and a.id = s.agent_id and a.deleted_at is null
  where s.org_id = :org and app.sees_project(p.visibility, p.id)`).as<SampleRow>()
export const lockSample = sql("select pg_advisory_xact_lock(hashtextextended('sample ' || :org::text, 0))")
export const insertSample = sql(
  'insert into sample_projects (org_id, project_id, agent_id, created_at) values (:org, :project, :agent, :now)',
)
export const deleteSample = sql('delete from sample_projects where org_id = :org')

/** The user the sample agent acts for, as long as they may write here. */
export const sampleOwner = sql(`select m.user_id, m.role from agents a join memberships m on m.org_id = a.org_id and m.user_id = a.owner_id
  where a.org_id = :org and a.id = :agent and a.deleted_at is null and a.status = 'active' and m.role <> 'viewer'`).as<{
  user_id: string
  role: 'owner' | 'admin' | 'member'
}>()
export const openTaskTitled = sql(`select w.key from work_items w where w.org_id = :org and w.project_id = :project and w.kind = 'task'
  and w.title = :title and w.deleted_at is null order by w.id limit 1`).as<{ key: string }>()
export const featureTitled = sql(`select f.id from features f where f.org_id = :org and f.project_id = :project
  and f.title = :title and f.deleted_at is null and f.status = 'active' order by f.id limit 1`).as<{ id: string }>()
