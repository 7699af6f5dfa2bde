import type { Tables } from '../../../platform/database-types.ts'
import { sql, update } from '../../../platform/postgres.ts'

export type SpecRow = Omit<Tables['specs'], 'org_id' | 'title_key'>

/** What rules need beyond what a caller sees. */
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

const find = <Where extends string>(where: Where) =>
  sql(`select ${spec}, p.archived_at as project_archived_at from specs s ${project}
  where s.org_id = :org and ${where}`).as<FoundSpec>()
export const specById = find('s.id = :name and (s.deleted_at is null or :deleted)')
export const lockedSpec = find('s.id = :id for update of s')
// A ref belongs to its spec forever; of those that share a title, only the ones not deleted count.
export const specsByName = find(`(s.ref = upper(:name) and (s.deleted_at is null or :deleted)
  or s.title_key = lower(:name) and s.deleted_at is null) order by s.ref = upper(:name) desc, s.id limit 5`)

export const insertSpec = sql(`insert into specs
    (org_id, id, project_id, number, ref, title, status, tags, created_by, created_by_agent_id, created_at, updated_at)
  values (:org, :id, :project, :number, :ref, :title, :status, :tags, :created_by, :created_by_agent_id, :now, :now)`)
const changeable = ['title', 'status', 'tags', 'latest_version', 'deleted_at', 'updated_at', 'version'] as const
export const updateSpec = sql(`${update('specs', changeable)} where org_id = :org and id = :id`)
export const sameTitle = sql(`select s.ref from specs s
  where s.org_id = :org and s.project_id = :project and s.title_key = lower(:title) and s.deleted_at is null order by s.id limit 5`).as<{
  ref: string
}>()

export function listStatement(conditions: readonly string[]) {
  const where = ['s.org_id = :org', 's.deleted_at is null', ...conditions].join(' and ')
  return sql(`select ${spec} from specs s ${project} where ${where} order by s.id desc limit :limit`).as<SpecRow>()
}

const version = `v.number, v.summary, v.body_sha256, length(v.body) as body_length, v.created_by, v.created_by_agent_id, v.created_at`
export const insertVersion = sql(`insert into spec_versions
    (org_id, spec_id, number, body, body_sha256, summary, created_by, created_by_agent_id, created_at)
  values (:org, :spec, :number, :body, :body_sha256, :summary, :created_by, :created_by_agent_id, :created_at)`)
export const versionOf = sql(`select ${version}, v.body from spec_versions v
  where v.org_id = :org and v.spec_id = :spec and v.number = :number`).as<VersionRow & { body: string }>()
export const versionsOf = sql(`select ${version} from spec_versions v
  where v.org_id = :org and v.spec_id = :spec and v.number < :before order by v.number desc limit :limit`).as<VersionRow>()

export const nextNumber = sql(`insert into record_numbers as n (org_id, scope_id, kind, last_number)
  values (:org, :scope, :kind, 1) on conflict (org_id, scope_id, kind) do update set last_number = n.last_number + 1 returning n.last_number as number`).as<{
  number: number
}>()

const linkable = <Which extends string>(which: Which) =>
  sql(`select s.id, s.ref, s.title, s.status from specs s ${project}
  where s.org_id = :org and s.deleted_at is null and ${which}`).as<{ id: string; ref: string; title: string; status: string }>()
export const linkableByRefs = linkable(
  '(s.ref = any(:refs::text[]) or s.title_key = any(:titles::text[]) or s.id = any(:ids::uuid[])) order by (s.project_id = :near::uuid) desc nulls last, s.id limit 1000',
)
export const linkableByIds = linkable('s.id = any(:ids::uuid[])')
