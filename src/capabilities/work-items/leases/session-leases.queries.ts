import { sql } from '../../../platform/postgres.ts'
import { isReady } from '../work-items.queries.ts'

export const leasesOfHolder = sql<{
  task: string
  title: string
  fence: string
  from: string | null
  until: string
  description: string
}>(`select w.key as task, w.title, w.fence, w.lease_from as from, w.lease_until as until, left(w.description, 1500) as description
  from work_items w join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null
  where w.org_id = $1 and w.lease_holder = $2 and w.lease_until > $3 and w.deleted_at is null and app.sees_project(p.visibility, p.id)
  order by w.lease_until desc, w.id limit 100`)
export const leasesHeldBy = sql<{ id: string }>(`select w.id from work_items w
  where w.org_id = $1 and w.lease_holder = $2 and w.lease_until > $3 and w.deleted_at is null order by w.id for update`)
export const passLease = sql(`update work_items set lease_holder = $3, lease_user_id = $4, lease_agent_id = $5, lease_instance_id = $6,
    fence = $7, lease_fence = lease_fence + 1, updated_at = $8, version = version + 1 where org_id = $1 and id = $2`)

/** What an agent, or a person without one, has open: assigned to them, not yet held. */
export const openTasks = sql<{
  task: string
  title: string
  status: string
  priority: string
}>(`select w.key as task, w.title, w.status, w.priority
  from work_items w join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null and p.archived_at is null
  where w.org_id = $1 and w.kind = 'task' and w.deleted_at is null and w.status not in ('complete', 'cancelled')
    and (w.assignee_agent_id = $2 or w.assignee_id = $3) and ($4::uuid is null or w.project_id = $4)
    and app.sees_project(p.visibility, p.id)
  order by w.status <> 'in_progress', w.priority_order, w.rank, w.id limit $5`)
export const readyTasks = sql<{ task: string; title: string; priority: string }>(`select w.key as task, w.title, w.priority
  from work_items w join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null and p.archived_at is null
  where w.org_id = $1 and w.deleted_at is null and w.project_id = $4 and ${isReady('$5')} and app.sees_project(p.visibility, p.id)
    and (w.assignee_agent_id is null or w.assignee_agent_id = $2) and (w.assignee_id is null or w.assignee_id = $3)
  order by w.priority_order, w.rank limit $6`)
