import { implement } from '../../kernel/operation.ts'
import { allRows, decodeCursor, nextPage, withTotal } from '../paging.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './specs.contract.ts'
import { listStatement } from './specs.queries.ts'

export const listSpecs = implement(contracts.listSpecs, async (ctx, { project, status, tag, title, since, limit, cursor }) => {
  const values: unknown[] = [ctx.org, limit + 1]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  if (project !== undefined) conditions.push(`s.project_id = ${bind((await requireProject(ctx, project, 'read')).id)}`)
  if (status !== undefined) conditions.push(`s.status = ${bind(status)}`)
  if (tag !== undefined) conditions.push(`s.tags @> array[${bind(tag)}]::text[]`)
  if (title !== undefined) conditions.push(`starts_with(s.title_key, lower(${bind(title)}))`)
  if (since !== undefined) conditions.push(`s.updated_at >= ${bind(since)}::timestamptz`)
  const all = [listStatement(conditions), [ctx.org, allRows, ...values.slice(2)]] as const
  const after = decodeCursor(cursor, ['id'])
  if (after) conditions.push(`s.id < ${bind(after[0])}`)
  const rows = await ctx.tx.rows(listStatement(conditions), values)
  const page = nextPage(rows, limit, (row) => [row.id])
  return withTotal(ctx, cursor, page, ...all)
})
