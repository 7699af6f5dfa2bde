import type { CredentialKind, OrganizationRole } from '../../kernel/context.ts'
import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'
import type { ImportRow } from './import-row.ts'
import type { Problem } from './read-rows.ts'

export interface ImportRecord extends Omit<Tables['imports'], 'status' | 'errors' | 'warnings' | 'credential_kind'> {
  status: 'queued' | 'running' | 'done' | 'failed'
  errors: Problem[]
  warnings: Problem[]
  credential_kind: CredentialKind
}

/** One step of an import. */
export interface StepRow {
  step: number
  line: number
  content: ImportRow
  links_step: number | null
  /** Of a step that draws dependencies: the item, unless making it failed. */
  item_id: string | null
  outcome: Outcome | null
}

export type Outcome = 'created' | 'updated' | 'unchanged'

export const lockStarts = sql("select pg_advisory_xact_lock(hashtextextended('imports ' || $1::text, 0))")
export const unfinished = sql<{ count: number }>('select app.unfinished_imports() as count')
export const insertImport = sql<ImportRecord>(`insert into imports
    (org_id, id, project_id, user_id, credential_kind, credential_id, skip_unknown_assignees, total, steps, warnings, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning *`)
export const insertSteps = sql(`insert into import_rows (org_id, import_id, step, line, content, links_step)
  select $1, $2, s.step, s.line, s.content, s.links_step
  from jsonb_to_recordset($3::jsonb) s (step integer, line integer, content jsonb, links_step integer)`)
export const importById = sql<ImportRecord>('select * from imports where org_id = $1 and id = $2')
export const lockedImport = sql<ImportRecord>('select * from imports where org_id = $1 and id = $2 for update')
/** The role of whoever may write here, now: not of a viewer, nor while suspended, nor once the account is closed. */
export const writer = sql<{
  role: OrganizationRole
}>(`select m.role from memberships m join users u on u.id = m.user_id and u.closed_at is null
  where m.org_id = $1 and m.user_id = $2 and m.role <> 'viewer' and not app.is_suspended(m.user_id)`)
export const stepsFrom = sql<StepRow>(`select r.step, r.line, r.content, r.links_step, m.item_id, m.outcome from import_rows r
  left join import_rows m on m.org_id = r.org_id and m.import_id = r.import_id and m.step = r.links_step
  where r.org_id = $1 and r.import_id = $2 and r.step >= $3 order by r.step limit $4`)
export const rememberItems = sql(`update import_rows r set item_id = made.item_id, outcome = made.outcome
  from unnest($3::integer[], $4::uuid[], $5::text[]) made (step, item_id, outcome) where r.org_id = $1 and r.import_id = $2 and r.step = made.step`)
export const updateImport = sql<ImportRecord>(`update imports set status = $3, done = $4, created = $5, updated = $6, unchanged = $7,
    next_step = $8, errors = $9, updated_at = $10, finished_at = case when $3 in ('done', 'failed') then $10::timestamptz end
  where org_id = $1 and id = $2 returning *`)
export const deleteSteps = sql('delete from import_rows where org_id = $1 and import_id = $2')
export const deleteOldImports = sql('delete from imports where org_id = $1 and finished_at < $2')
