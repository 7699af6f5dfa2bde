import { sql } from '../../../platform/postgres.ts'

export interface RepositoryHere {
  id: string
  name: string
  default_branch: string
  head_sha: string | null
}

/** Repositories whose files have been read come first, the newest of them at the top. */
export const repositoriesHere = sql(`select r.id, r.name, r.default_branch, r.head_sha from repositories r
  join repository_projects rp on rp.org_id = r.org_id and rp.repository_id = r.id
  where r.org_id = :org and rp.project_id = :project order by (r.head_sha is null), r.created_at desc, r.id limit 50`).as<RepositoryHere>()

/** Paths at the root or one folder below, those with a known name, and workflows. */
export const pathsAmong = sql(`select f.path, f.path !~ '/.*/' as shallow from repository_files f
  where f.org_id = :org and f.repository_id = :repository and (f.path !~ '/.*/' or lower(f.path) = any(:names::text[]) or f.path ~ '^\\.github/workflows/')
  order by f.path limit 5000`).as<{ path: string; shallow: boolean }>()
export const contentsOf =
  sql(`select f.path, case when f.path = :whole then f.content else left(f.content, :max) end as content from repository_files f
  where f.org_id = :org and f.repository_id = :repository and f.path = any(:paths::text[])`).as<{ path: string; content: string | null }>()

// Excludes the file being written, which would otherwise change because of itself.
export const languagesOf = sql(`select f.language, count(*)::integer as files from repository_files f
  where f.org_id = :org and f.repository_id = :repository and f.language is not null and f.skipped is null and f.path <> :file
  group by f.language order by sum(f.size) desc, f.language limit 8`).as<{ language: string; files: number }>()
/** The top-level folders and the most common language in each. */
export const layoutOf =
  sql(`select split_part(f.path, '/', 1) as folder, count(*)::integer as files, mode() within group (order by f.language) as language
  from repository_files f where f.org_id = :org and f.repository_id = :repository and f.path like '%/%' and f.path not like '.%' and f.path <> :file
    and coalesce(f.skipped, '') not in ('vendored', 'ignored')
  group by 1 order by 2 desc, 1 limit 20`).as<{ folder: string; files: number; language: string | null }>()
