import type { CredentialKind, OrganizationRole } from '../../../kernel/context.ts'
import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'
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
  /** For a step that adds dependencies: the item, unless creating it failed. */
  item_id: string | null
  outcome: Outcome | null
}

export type Outcome = 'created' | 'updated' | 'unchanged'

export const lockStarts = sql("select pg_advisory_xact_lock(hashtextextended('imports ' || :user::text, 0))")
export const unfinished = sql('select app.unfinished_imports() as count').as<{ count: number }>()
export const insertImport = sql(`insert into imports
    (org_id, id, project_id, user_id, credential_kind, credential_id, skip_unknown_assignees, total, steps, warnings, created_at, updated_at)
  values (:org, :id, :project, :user, :kind, :credential, :skip_unknown_assignees, :total, :steps, :warnings, :now, :now) returning *`).as<ImportRecord>()
export const insertSteps = sql(`insert into import_rows (org_id, import_id, step, line, content, links_step)
  select :org, :id, s.step, s.line, s.content, s.links_step
  from jsonb_to_recordset(:steps::jsonb) s (step integer, line integer, content jsonb, links_step integer)`)
export const importById = sql('select * from imports where org_id = :org and id = :id').as<ImportRecord>()
export const lockedImport = sql('select * from imports where org_id = :org and id = :import_id for update').as<ImportRecord>()
/** The current role of somebody who may write here: not for a viewer, while suspended, or once the account is closed. */
export const writer = sql(`select m.role from memberships m join users u on u.id = m.user_id and u.closed_at is null
  where m.org_id = :org and m.user_id = :user_id and m.role <> 'viewer' and not app.is_suspended(m.user_id)`).as<{
  role: OrganizationRole
}>()
export const stepsFrom = sql(`select r.step, r.line, r.content, r.links_step, m.item_id, m.outcome from import_rows r
  left join import_rows m on m.org_id = r.org_id and m.import_id = r.import_id and m.step = r.links_step
  where r.org_id = :org and r.import_id = :id and r.step >= :next_step order by r.step limit :limit`).as<StepRow>()
export const rememberItems = sql(`update import_rows r set item_id = made.item_id, outcome = made.outcome
  from unnest(:steps::integer[], :ids::uuid[], :outcomes::text[]) made (step, item_id, outcome) where r.org_id = :org and r.import_id = :id and r.step = made.step`)
export const updateImport =
  sql(`update imports set status = :status, done = :done, created = :created, updated = :updated, unchanged = :unchanged,
    next_step = :next_step, errors = :errors, updated_at = :now, finished_at = case when :status in ('done', 'failed') then :now::timestamptz end
  where org_id = :org and id = :id returning *`).as<ImportRecord>()
export const deleteSteps = sql('delete from import_rows where org_id = :org and import_id = :id')
export const deleteOldImports = sql('delete from imports where org_id = :org and finished_at < :now')
