import { sql } from '../../../platform/postgres.ts'

export const endedSuspensions = sql('select user_id from auth.accounts where suspended_until <= :now limit 1')
export const dueEntries = sql(
  "select id from site_entries where status = 'scheduled' and publish_at <= :now and deleted_at is null limit 1",
)
export const discarded = sql('select file from discarded_files limit :limit')
export const withTrouble = sql('select app.organizations_with_trouble(:since, :limit)')
export const withDocuments = sql('select app.organizations_to_index(:model, :limit)')
export const withParts = sql('select app.organizations_with_shared_parts(:limit)')
export const withCode = sql('select app.organizations_with_code_to_index(:reader, :model, :limit)')
export const toReconcile = sql('select repository_id from app.repositories_to_reconcile(:before, :now, :max)')
