import { sql } from '../../../platform/postgres.ts'
import { completed, counted } from '../../progress.ts'

export const organizationsWithParts = sql('select app.organizations_with_shared_parts(:limit) as org_id').as<{ org_id: string }>()
export const sharedProjects = sql(`select id, shared_parts from projects
  where org_id = :org and shared_slug is not null and deleted_at is null and shared_parts && array['progress', 'roadmap']`).as<{
  id: string
  shared_parts: string[]
}>()
/** The epics in order, with how many of their tasks are done, whether directly below or under stories. */
export const roadmap = sql(`select e.title, e.status, e.due_on::text as due_on,
    (select jsonb_build_object('total', ${counted('t')}, 'complete', ${completed('t')}) from work_items t
      where t.org_id = e.org_id and t.kind = 'task' and t.deleted_at is null and (t.parent_id = e.id
        or t.parent_id in (select s.id from work_items s where s.org_id = e.org_id and s.parent_id = e.id and s.deleted_at is null))) as tasks
  from work_items e where e.org_id = :org and e.project_id = :project and e.kind = 'epic' and e.deleted_at is null and e.status <> 'cancelled'
  order by e.rank, e.id limit :limit`).as<{
  title: string
  status: string
  due_on: string | null
  tasks: { total: number; complete: number }
}>()
/** An unchanged row keeps its date, because crawlers and feed readers rely on it. */
export const showParts = sql(`update published p set fields = (p.fields - array['progress', 'roadmap']) || :parts::jsonb, updated_at = :now
  where p.org_id = :org and p.kind = 'project' and p.item_id = :project
    and p.fields is distinct from (p.fields - array['progress', 'roadmap']) || :parts::jsonb returning p.item_id`).as<{ item_id: string }>()
