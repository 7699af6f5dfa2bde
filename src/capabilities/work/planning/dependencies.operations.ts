import { implement } from '../../../kernel/operation.ts'
import { sql } from '../../../platform/postgres.ts'
import { requireProject } from '../../projects/require-project.ts'
import * as contracts from './dependencies.contract.ts'

const most = 5000
const dependenciesIn = sql(`select d.item_id as task_id, d.blocked_by_id, b.title as blocked_by_title from work_items w
  join work_item_dependencies d on d.org_id = w.org_id and d.item_id = w.id
  join work_items b on b.org_id = d.org_id and b.id = d.blocked_by_id and b.project_id = w.project_id and b.deleted_at is null
  where w.org_id = :org and w.project_id = :project and w.kind = 'task' and w.deleted_at is null
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
