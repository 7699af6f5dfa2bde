import type { ImportRecord } from './imports.queries.ts'

/** An import as its reader sees it. */
export function toImport(record: ImportRecord) {
  const { org_id, user_id, credential_kind, credential_id, skip_unknown_assignees, steps, next_step, updated_at, ...shown } = record
  return shown
}

/** What the log tells of it. The rows it could not apply are read with the import itself. */
export function summaryForLog({ id, project_id, status, total, done, errors }: ImportRecord) {
  return { id, project_id, status, total, done, errors: errors.length }
}
