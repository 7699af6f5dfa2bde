import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

export type SpecRow = Omit<Tables['specs'], 'org_id' | 'title_key'>

/** What a rule needs beside what a caller sees. */
export interface FoundSpec extends SpecRow {
  project_archived_at: string | null
}

export interface VersionRow extends Omit<Tables['spec_versions'], 'org_id' | 'spec_id' | 'body'> {
  body_length: number
}

const spec = `s.id, s.ref, s.project_id, s.number, s.title, s.status, s.tags, s.latest_version, s.created_by, s.created_by_agent_id,
  s.created_at, s.updated_at, s.deleted_at, s.version`
const project = `join projects p on p.org_id = s.org_id and p.id = s.project_id and p.deleted_at is null
  and app.sees_project(p.visibility, p.id)`

const find = (where: string) =>
  sql<FoundSpec>(`select ${spec}, p.archived_at as project_archived_at from specs s ${project}
  where s.org_id = $1 and ${where}`)
export const specById = find('s.id = $2 and (s.deleted_at is null or $3)')
export const lockedSpec = find('s.id = $2 for update of s')
// A ref stays with its spec for ever; of those that share a title only the living count.
export const specsByName = find(`(s.ref = upper($2) and (s.deleted_at is null or $3)
  or s.title_key = lower($2) and s.deleted_at is null) order by s.ref = upper($2) desc, s.id limit 5`)

export const insertSpec = sql(`insert into specs
    (org_id, id, project_id, number, ref, title, status, tags, created_by, created_by_agent_id, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`)
export const updateSpec = sql(`update specs set title = $3, status = $4, tags = $5, latest_version = $6, deleted_at = $7, updated_at = $8,
    version = version + 1
  where org_id = $1 and id = $2`)
export const sameTitle = sql<{ ref: string }>(`select s.ref from specs s
  where s.org_id = $1 and s.project_id = $2 and s.title_key = lower($3) and s.deleted_at is null order by s.id limit 5`)

export function listStatement(conditions: readonly string[]) {
  const where = ['s.org_id = $1', 's.deleted_at is null', ...conditions].join(' and ')
  return sql<SpecRow>(`select ${spec} from specs s ${project} where ${where} order by s.id desc limit $2`)
}

const version = `v.number, v.summary, v.body_sha256, length(v.body) as body_length, v.created_by, v.created_by_agent_id, v.created_at`
export const insertVersion = sql(`insert into spec_versions
    (org_id, spec_id, number, body, body_sha256, summary, created_by, created_by_agent_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)
export const versionOf = sql<VersionRow & { body: string }>(`select ${version}, v.body from spec_versions v
  where v.org_id = $1 and v.spec_id = $2 and v.number = $3`)
export const versionsOf = sql<VersionRow>(`select ${version} from spec_versions v
  where v.org_id = $1 and v.spec_id = $2 and v.number < $3 order by v.number desc limit $4`)

export const nextNumber = sql<{ number: number }>(`insert into record_numbers as n (org_id, scope_id, kind, last_number)
  values ($1, $2, $3, 1) on conflict (org_id, scope_id, kind) do update set last_number = n.last_number + 1 returning n.last_number as number`)

const linkable = (which: string) =>
  sql<{ id: string; ref: string; title: string; status: string }>(`select s.id, s.ref, s.title, s.status from specs s ${project}
  where s.org_id = $1 and ${which} and s.deleted_at is null`)
export const linkableByRefs = linkable('(s.ref = any($2::text[]) or s.id::text = any($3::text[]))')
export const linkableByIds = linkable('s.id = any($2::uuid[])')
