import { sql } from '../../platform/postgres.ts'
import type { AuthorRow, FeatureRow, FoundFeature } from './feature-row.ts'

const columns = `f.id, f.ref, f.project_id, f.number, f.title, f.description, f.status, f.workflow, f.gates, f.position, f.gate, f.gate_kind,
  f.commit, f.spec_id, f.spec_version, f.owner_id, f.summary, f.recommendation, f.risks, f.created_by, f.created_by_agent_id, f.created_at,
  f.updated_at, f.completed_at, f.cancelled_at, f.deleted_at, f.version`
const project = 'join projects p on p.org_id = f.org_id and p.id = f.project_id and p.deleted_at is null'
const seen = 'app.sees_project(p.visibility, p.id)'

const find = (which: string, lock = '') =>
  sql<FoundFeature>(`select ${columns}, p.slug as project_slug, p.archived_at as project_archived_at from features f ${project}
    where f.org_id = $1 and ${which} and ($3 or f.deleted_at is null) and ${seen} ${lock}`)
export const featureById = find('f.id = $2')
export const featureByRef = find('f.ref = $2')
export const lockedById = find('f.id = $2', 'for update of f')
export const lockedByRef = find('f.ref = $2', 'for update of f')

/** Numbers are given out one at a time: whoever makes a feature holds its project until it is stored. */
export const lockProject = sql<{ key: string }>('select key from projects where org_id = $1 and id = $2 for update')
export const insertFeature =
  sql<FeatureRow>(`insert into features as f (org_id, id, project_id, number, ref, title, description, workflow, gates,
    gate, gate_kind, spec_id, spec_version, owner_id, created_by, created_by_agent_id, created_at, updated_at)
  select $1, $2, $3, n.number, $4::text || '-F' || n.number, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16
  from (select coalesce(max(number), 0) + 1 as number from features where org_id = $1 and project_id = $3) n returning ${columns}`)
export const updateFeature = sql(`update features set title = $3, description = $4, status = $5, position = $6, gate = $7, gate_kind = $8,
    commit = $9, spec_id = $10, spec_version = $11, owner_id = $12, summary = $13, recommendation = $14, risks = $15, completed_at = $16,
    cancelled_at = $17, deleted_at = $18, updated_at = $19, version = version + 1
  where org_id = $1 and id = $2`)

export const features = sql<FeatureRow>(`select ${columns} from features f ${project}
  where f.org_id = $1 and f.deleted_at is null and ${seen} and ($2::uuid is null or f.project_id = $2) and ($3::text is null or f.status = $3)
    and ($4::text is null or f.gate = $4) and f.id < $5 order by f.id desc limit $6`)
export const featuresById = sql<FeatureRow>(`select ${columns} from features f where f.org_id = $1 and f.id = any($2::uuid[])`)

export const insertCommit = sql(`insert into feature_commits (org_id, id, feature_id, sha, reported_by, agent_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`)
export const commits = sql<{ sha: string; reported_by: string; agent_id: string | null; created_at: string }>(
  `select sha, reported_by, agent_id, created_at from feature_commits where org_id = $1 and feature_id = $2
    order by created_at desc, id desc limit 20`,
)

export const insertAuthors = sql(`insert into feature_authors (org_id, feature_id, user_id, why, created_at)
  select $1, $2, u, $4, $5 from unnest($3::uuid[]) u on conflict do nothing`)
export const authors = sql<AuthorRow>(`select feature_id, user_id, why from feature_authors
  where org_id = $1 and feature_id = any($2::uuid[]) order by created_at, user_id`)

/** What a gate can ask of: the linked spec, and linked tasks still open. Those of a project the caller cannot see count, unnamed. */
export const conditions = sql<{ feature_id: string; kind: 'spec' | 'task'; ref: string; status: string }>(
  `select f.id as feature_id, 'spec' as kind, s.ref, s.status from features f
    join specs s on s.org_id = f.org_id and s.id = f.spec_id and s.deleted_at is null
    where f.org_id = $1 and f.id = any($2::uuid[])
  union all (select l.from_id, 'task', case when ${seen} then w.key else 'one you cannot see' end, w.status from links l
    join work_items w on w.org_id = l.org_id and w.id = l.to_id and w.deleted_at is null and w.status not in ('complete', 'cancelled')
    join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null
    where l.org_id = $1 and l.from_kind = 'feature' and l.from_id = any($2::uuid[]) and l.to_kind = 'task' order by w.key)`,
)

const linkable = (which: string) =>
  sql<{ id: string; ref: string; title: string; status: string }>(`select f.id, f.ref, f.title, f.status from features f ${project}
  where f.org_id = $1 and ${which} and f.deleted_at is null and ${seen}`)
export const linkableByRefs = linkable('(f.ref = any($2::text[]) or f.id::text = any($3::text[]))')
export const linkableByIds = linkable('f.id = any($2::uuid[])')
