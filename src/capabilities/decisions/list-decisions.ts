import { implement } from '../../kernel/operation.ts'
import { allRows, decodeCursor, nextPage, withTotal } from '../paging.ts'
import { requireProject } from '../projects/require-project.ts'
import { decisionsGoverning } from './decisions-governing.ts'
import * as contracts from './decisions.contract.ts'
import { listStatement } from './decisions.queries.ts'

export const listDecisions = implement(contracts.listDecisions, async (ctx, input) => {
  const { scope, status, tag, title, path, since, limit, cursor } = input
  const project = input.project === undefined ? null : await requireProject(ctx, input.project, 'read')
  const values: unknown[] = [ctx.org, limit + 1]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  if (path !== undefined) {
    const { decisions } = await decisionsGoverning(ctx, project, [path])
    conditions.push(`d.id = any(${bind(decisions.map(({ decision }) => decision.id))}::uuid[])`)
  } else if (project) conditions.push(`d.project_id = ${bind(project.id)}`)
  if (scope !== undefined) conditions.push('d.project_id is null')
  if (status !== undefined) conditions.push(`d.status = ${bind(status)}`)
  if (tag !== undefined) conditions.push(`d.tags @> array[${bind(tag)}]::text[]`)
  if (title !== undefined) conditions.push(`starts_with(d.title_key, lower(${bind(title)}))`)
  if (since !== undefined) conditions.push(`d.updated_at >= ${bind(since)}::timestamptz`)
  const all = [listStatement(conditions), [ctx.org, allRows, ...values.slice(2)]] as const
  const after = decodeCursor(cursor, ['id'])
  if (after) conditions.push(`d.id < ${bind(after[0])}`)
  const rows = await ctx.tx.rows(listStatement(conditions), values)
  const page = nextPage(rows, limit, (row) => [row.id])
  return withTotal(ctx, cursor, page, ...all)
})
