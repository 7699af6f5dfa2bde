import { implement } from '../../../kernel/operation.ts'
import { sql } from '../../../platform/postgres.ts'
import { requireProject } from '../../projects/require-project.ts'
import * as contracts from './dependencies.contract.ts'

const most = 5000
// Reads from the smaller side: from the organization's dependencies to their tasks, or from the project's tasks to their dependencies. A plan is
// based on averages, which say nothing about this project: it may have many tasks and few dependencies, next to others with many.
const dependenciesIn = sql(`with tasks as materialized (
    select coalesce(sum(t.items), 0) as total from work_item_tallies t where t.org_id = :org and t.project_id = :project and t.subject = 'task'),
  fewer as materialized (
    select count(*) < (select total from tasks) as dependencies
    from (select from work_item_dependencies d where d.org_id = :org limit (select total from tasks)) d)
  select d.item_id as task_id, d.blocked_by_id, b.title as blocked_by_title from (
    select d.item_id, d.blocked_by_id from work_item_dependencies d where d.org_id = :org and (select dependencies from fewer)
    union all
    select d.item_id, d.blocked_by_id from work_items w
    cross join lateral (select * from work_item_dependencies d where d.org_id = :org and d.item_id = w.id offset 0) d
    where w.org_id = :org and w.project_id = :project and w.kind = 'task' and w.deleted_at is null and not (select dependencies from fewer)) d
  cross join lateral (select w.number from work_items w where w.org_id = :org and w.id = d.item_id
    and w.project_id = :project and w.kind = 'task' and w.deleted_at is null offset 0) w
  cross join lateral (select b.title from work_items b where b.org_id = :org and b.id = d.blocked_by_id
    and b.project_id = :project and b.deleted_at is null offset 0) b
  order by w.number desc, d.blocked_by_id limit :limit`).as<{
  task_id: string
  blocked_by_id: string
  blocked_by_title: string
}>()

/** Both ends are in the project; a task that waits for one elsewhere shows that on its own page. */
export const listDependencies = implement(contracts.listDependencies, async (ctx, { project: name }) => {
  const project = (await requireProject(ctx, name, 'read')).id
  const rows = await ctx.tx.rows(dependenciesIn, { org: ctx.org, project, limit: most + 1 })
  return { items: rows.slice(0, most), truncated: rows.length > most }
})
