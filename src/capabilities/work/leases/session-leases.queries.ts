import { sql } from '../../../platform/postgres.ts'
import { type FullRow, isReady, lockedRows } from '../items/work-items.queries.ts'

export const leasesOfHolder =
  sql(`select w.key as task, w.title, w.fence, w.lease_from as from, w.lease_until as until, left(w.description, 1500) as description
  from work_items w join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null
  where w.org_id = :org and w.lease_holder = :holder and w.lease_until > :now and w.deleted_at is null and app.sees_project(p.visibility, p.id)
  order by w.lease_until desc, w.id limit 100`).as<{
    task: string
    title: string
    fence: string
    from: string | null
    until: string
    description: string
  }>()
export const tasksOfHolders = sql(`select w.lease_holder as holder, w.key, w.title
  from work_items w join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null
  where w.org_id = :org and w.lease_holder = any(:holders::text[]) and w.lease_until > :now and w.deleted_at is null
    and app.sees_project(p.visibility, p.id) order by w.id limit 500`).as<{ holder: string; key: string; title: string }>()
export const leasesHeldBy = sql(`select w.id from work_items w
  where w.org_id = :org and w.lease_holder = :holder and w.lease_until > :now and w.deleted_at is null order by w.id for update`).as<{
  id: string
}>()
export const rowsHeldBy = lockedRows(
  'w.lease_holder = :holder and w.lease_until > :now',
  ', app.sees_project(p.visibility, p.id) as seen',
).as<FullRow & { seen: boolean }>()
export const passLease =
  sql(`update work_items set lease_holder = :holder, lease_user_id = :user, lease_agent_id = :agent, lease_instance_id = :instance,
    fence = :fence, lease_fence = lease_fence + 1, updated_at = :now, version = version + 1 where org_id = :org and id = :id`)

/** The open tasks assigned to an agent or to a person, those in progress first. */
export const openTasks = sql(`select w.key as task, w.title, w.status, w.priority
  from work_items w join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null and p.archived_at is null
  where w.org_id = :org and w.kind = 'task' and w.deleted_at is null and w.status not in ('complete', 'cancelled')
    and (w.assignee_agent_id = :agent or w.assignee_id = :user) and (:project::uuid is null or w.project_id = :project)
    and app.sees_project(p.visibility, p.id)
  order by w.status <> 'in_progress', w.priority_order, w.rank, w.id limit :limit`).as<{
  task: string
  title: string
  status: string
  priority: string
}>()
export const readyTasks = sql(`select w.key as task, w.title, w.priority
  from work_items w join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null and p.archived_at is null
  where w.org_id = :org and w.deleted_at is null and w.project_id = :project and ${isReady(':now')} and app.sees_project(p.visibility, p.id)
    and (w.assignee_agent_id is null or w.assignee_agent_id = :agent) and (w.assignee_id is null or w.assignee_id = :user)
  order by w.priority_order, w.rank limit :limit`).as<{ task: string; title: string; priority: string }>()
