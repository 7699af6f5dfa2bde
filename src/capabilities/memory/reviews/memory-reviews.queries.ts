import type { Tables } from '../../../platform/database-types.ts'
import { utc } from '../../../platform/moments.ts'
import { sql } from '../../../platform/postgres.ts'

interface Side extends Pick<Tables['memories'], 'id' | 'content' | 'trust' | 'created_at' | 'superseded_by' | 'deleted_at'> {
  ref: string
}

type Columns = 'id' | 'kind' | 'similarity' | 'resolution' | 'resolved_by' | 'resolved_at' | 'created_at' | 'updated_at' | 'version'

export interface ReviewRow extends Pick<Tables['memory_reviews'], Columns> {
  newer: Side
  older: Side
  project_id: string | null
  owner_id: string | null
  project_archived_at: string | null
}

const side = <Name extends string>(name: Name) =>
  `jsonb_build_object('id', ${name}.id, 'ref', ${name}.ref, 'content', left(${name}.content, 500), 'trust', ${name}.trust,
  'created_at', ${utc(`${name}.created_at`)}, 'superseded_by', ${name}.superseded_by,
  'deleted_at', ${utc(`${name}.deleted_at`)})` as const
// Both memories are in one scope, so whoever can see one can see the other.
const select = `select r.id, r.kind, r.similarity, r.resolution, r.resolved_by, r.resolved_at, r.created_at, r.updated_at, r.version,
    ${side('m')} as newer, ${side('o')} as older, m.project_id, m.owner_id, p.archived_at as project_archived_at
  from memory_reviews r join memories m on m.org_id = r.org_id and m.id = r.memory_id join memories o on o.org_id = r.org_id and o.id = r.other_id
    left join projects p on p.org_id = m.org_id and p.id = m.project_id
  where r.org_id = :org and (m.owner_id = app.owner() or app.only_agent() in (m.scope_id, m.created_by_agent_id) or (p.id is not null and p.deleted_at is null and app.sees_project(p.visibility, p.id)))` as const

export const reviewById = sql(`${select} and r.id = :id`).as<ReviewRow>()
export const lockedReview = sql(`${select} and r.id = :id for update of r`).as<ReviewRow>()
export const reviewsByIds = sql(`${select} and r.id = any(:reviews::uuid[]) order by r.id`).as<ReviewRow>()
/** Once one of the two is gone there is nothing left to settle. */
export const reviews = sql(`${select} and r.id < :before and (r.resolved_at is not null) = :resolved
    and (:resolved or (m.deleted_at is null and o.deleted_at is null and m.superseded_by is null and o.superseded_by is null))
    and (:project::uuid is null or m.project_id = :project) and (:kind::text is null or r.kind = :kind) order by r.id desc limit :limit`).as<ReviewRow>()

// The newer memory always comes first, whatever the argument order, so that a pair is reviewed only once.
export const insertReview = sql(`insert into memory_reviews
    (org_id, id, scope_id, memory_id, other_id, kind, similarity, created_at, updated_at)
  values (:org, :id, :scope_id, greatest(:memory::uuid, :other::uuid), least(:memory::uuid, :other::uuid), :kind, :similarity, :now, :now)
  on conflict (org_id, memory_id, other_id) do nothing returning id`).as<{ id: string }>()
export const reviewOfPair = sql(
  'select id from memory_reviews where org_id = :org and memory_id = greatest(:id::uuid, :other::uuid) and other_id = least(:id::uuid, :other::uuid)',
).as<{ id: string }>()
/** Must match how `content_key` is derived from the content. */
export const sameContent = sql(`select o.id from memories o where o.org_id = :org and o.scope_id = :scope_id and o.id <> :id
    and o.content_key = md5(lower(regexp_replace(:content, '\\s+', ' ', 'g'))) and o.deleted_at is null and o.superseded_by is null
  order by o.id desc limit 1`).as<{ id: string }>()
export const setResolution =
  sql(`update memory_reviews set resolution = :resolution, resolved_by = :user, resolved_at = :now, updated_at = :now,
    version = version + 1 where org_id = :org and id = :id`)
