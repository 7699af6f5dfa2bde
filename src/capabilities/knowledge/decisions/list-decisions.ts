import { implement } from '../../../kernel/operation.ts'
import { allRows, decodeCursor, nextPage, withTotal } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { decisionsGoverning } from './decisions-governing.ts'
import * as contracts from './decisions.contract.ts'
import { listStatement } from './decisions.queries.ts'

export const listDecisions = implement(contracts.listDecisions, async (ctx, input) => {
  const { scope, status, tag, title, path, since, limit, cursor } = input
  const project = input.project === undefined ? null : await requireProject(ctx, input.project, 'read')
  const governing = path === undefined ? null : (await decisionsGoverning(ctx, project, [path])).decisions
  const ids = governing?.map(({ decision }) => decision.id)
  const filters = { org: ctx.org, ids, project: project?.id, status, tag, title, since }
  const conditions: string[] = []
  if (ids) conditions.push('d.id = any(:ids::uuid[])')
  else if (project) conditions.push('d.project_id = :project')
  if (scope !== undefined) conditions.push('d.project_id is null')
  if (status !== undefined) conditions.push('d.status = :status')
  if (tag !== undefined) conditions.push('d.tags @> array[:tag]::text[]')
  if (title !== undefined) conditions.push('starts_with(d.title_key, lower(:title))')
  if (since !== undefined) conditions.push('d.updated_at >= :since::timestamptz')
  const all = [listStatement(conditions), { ...filters, limit: allRows }] as const
  const [before] = decodeCursor(cursor, ['id']) ?? []
  if (before !== undefined) conditions.push('d.id < :before')
  const rows = await ctx.tx.rows(listStatement(conditions), { ...filters, before, limit: limit + 1 })
  const page = nextPage(rows, limit, (row) => [row.id])
  return withTotal(ctx, cursor, page, ...all)
})
