import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { findProject } from '../../projects/require-project.ts'
import * as contracts from './imports.contract.ts'
import { importById, type ImportRecord } from './imports.queries.ts'

/** An import as its reader sees it. */
export function toImport(record: ImportRecord) {
  const { org_id, user_id, credential_kind, credential_id, skip_unknown_assignees, steps, next_step, updated_at, ...shown } = record
  return shown
}

/** What the log records. Rows that could not be applied are read with the import itself. */
export function summaryForLog({ id, project_id, status, total, done, errors }: ImportRecord) {
  return { id, project_id, status, total, done, errors: errors.length }
}

export const getImport = implement(contracts.getImport, async (ctx, { import: id }) => {
  const found = await ctx.tx.row(importById, { org: ctx.org, id })
  // Callers who can't see the project must not learn that something was imported into it.
  if (!found || !(await findProject(ctx, found.project_id))) throw notFound('import', id, 'Start one with {startImport}.')
  return toImport(found)
})
