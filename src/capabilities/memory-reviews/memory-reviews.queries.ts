import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

interface Side extends Pick<Tables['memories'], 'id' | 'content' | 'trust' | 'created_at' | 'superseded_by' | 'deleted_at'> {}

type Columns = 'id' | 'kind' | 'similarity' | 'resolution' | 'resolved_by' | 'resolved_at' | 'created_at' | 'updated_at' | 'version'

export interface ReviewRow extends Pick<Tables['memory_reviews'], Columns> {
  newer: Side
  older: Side
  project_id: string | null
  owner_id: string | null
  project_archived_at: string | null
}

const side = (name: string) => `jsonb_build_object('id', ${name}.id, 'content', left(${name}.content, 500), 'trust', ${name}.trust,
  'created_at', to_char(${name}.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'superseded_by', ${name}.superseded_by,
  'deleted_at', to_char(${name}.deleted_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))`
// Both memories are of one scope, so whoever sees one sees the other.
const select = `select r.id, r.kind, r.similarity, r.resolution, r.resolved_by, r.resolved_at, r.created_at, r.updated_at, r.version,
    ${side('m')} as newer, ${side('o')} as older, m.project_id, m.owner_id, p.archived_at as project_archived_at
  from memory_reviews r join memories m on m.org_id = r.org_id and m.id = r.memory_id join memories o on o.org_id = r.org_id and o.id = r.other_id
    left join projects p on p.org_id = m.org_id and p.id = m.project_id
  where r.org_id = $1 and (m.owner_id = app.user() or (p.id is not null and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`

export const reviewById = sql<ReviewRow>(`${select} and r.id = $2`)
export const lockedReview = sql<ReviewRow>(`${select} and r.id = $2 for update of r`)
export const reviewsByIds = sql<ReviewRow>(`${select} and r.id = any($2::uuid[]) order by r.id`)
/** Once one of the two is gone there is nothing left to settle. */
export const reviews = sql<ReviewRow>(`${select} and r.id < $2 and (r.resolved_at is not null) = $4
    and ($4 or (m.deleted_at is null and o.deleted_at is null and m.superseded_by is null and o.superseded_by is null))
    and ($5::uuid is null or m.project_id = $5) and ($6::text is null or r.kind = $6) order by r.id desc limit $3`)

// The newer one first, whichever was named first; a pair is looked at once.
export const insertReview = sql<{ id: string }>(`insert into memory_reviews
    (org_id, id, scope_id, memory_id, other_id, kind, similarity, created_at, updated_at)
  values ($1, $2, $3, greatest($4::uuid, $5::uuid), least($4::uuid, $5::uuid), $6, $7, $8, $8)
  on conflict (org_id, memory_id, other_id) do nothing returning id`)
export const reviewOfPair = sql<{ id: string }>(
  'select id from memory_reviews where org_id = $1 and memory_id = greatest($2::uuid, $3::uuid) and other_id = least($2::uuid, $3::uuid)',
)
export const sameContent = sql<{
  id: string
}>(`select o.id from memories m join memories o on o.org_id = m.org_id and o.scope_id = m.scope_id
    and o.content_key = m.content_key and o.id <> m.id and o.deleted_at is null and o.superseded_by is null
  where m.org_id = $1 and m.id = $2 order by o.id desc limit 1`)
export const setResolution = sql(`update memory_reviews set resolution = $3, resolved_by = $4, resolved_at = $5, updated_at = $5,
    version = version + 1 where org_id = $1 and id = $2`)
