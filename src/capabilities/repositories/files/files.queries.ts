import { sql } from '../../../platform/postgres.ts'

export interface FileRow {
  path: string
  blob_sha: string
  size: number
  language: string | null
  content: string | null
  skipped: string | null
  redacted: number
}

export const filesNow = sql('select path, blob_sha, skipped from repository_files where org_id = :org and repository_id = :id').as<
  Pick<FileRow, 'path' | 'blob_sha' | 'skipped'>
>()
export const contentsOf = sql(`select path, content from repository_files
  where org_id = :org and repository_id = :id and path = any(:paths) and content is not null`).as<{ path: string; content: string }>()
export const putFiles =
  sql(`insert into repository_files (org_id, repository_id, path, blob_sha, size, language, content, skipped, redacted)
  select :org, :id, f.path, f.blob_sha, f.size, f.language, f.content, f.skipped, f.redacted from jsonb_to_recordset(:rows::jsonb)
    as f (path text, blob_sha text, size integer, language text, content text, skipped text, redacted integer)
  on conflict (org_id, repository_id, path) do update set blob_sha = excluded.blob_sha, size = excluded.size, language = excluded.language,
    content = excluded.content, skipped = excluded.skipped, redacted = excluded.redacted`)
export const dropFiles = sql('delete from repository_files where org_id = :org and repository_id = :id and path = any(:paths)')
