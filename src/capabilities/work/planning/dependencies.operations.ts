import { implement } from '../../../kernel/operation.ts'
import { sql } from '../../../platform/postgres.ts'
import { requireProject } from '../../projects/require-project.ts'
import * as contracts from './dependencies.contract.ts'

const most = 5000
// From the dependencies to their tasks, never the other way: a project of many tasks may have few of them, and how many an
// organization has on average, which is what a plan is made from, says nothing of this one.
const dependenciesIn = sql(`select d.item_id as task_id, d.blocked_by_id, b.title as blocked_by_title from work_item_dependencies d
  cross join lateral (select w.number from work_items w where w.org_id = :org and w.id = d.item_id
    and w.project_id = :project and w.kind = 'task' and w.deleted_at is null offset 0) w
  cross join lateral (select b.title from work_items b where b.org_id = :org and b.id = d.blocked_by_id
    and b.project_id = :project and b.deleted_at is null offset 0) b
  where d.org_id = :org
  order by w.number desc, d.blocked_by_id limit :limit`).as<{
  task_id: string
  blocked_by_id: string
  blocked_by_title: string
}>()

/** Both ends are of the project; a task that waits for one elsewhere says so on its own page. */
export const listDependencies = implement(contracts.listDependencies, async (ctx, { project: name }) => {
  const project = (await requireProject(ctx, name, 'read')).id
  const rows = await ctx.tx.rows(dependenciesIn, { org: ctx.org, project, limit: most + 1 })
  return { items: rows.slice(0, most), truncated: rows.length > most }
})
