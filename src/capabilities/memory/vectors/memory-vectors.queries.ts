import { sql } from '../../../platform/postgres.ts'

export const adopt = sql('select app.adopt_embedding_model(:id, :name, :dimensions, :now) as state').as<{ state: 'next' | 'current' }>()
export const dropOld = sql('select app.drop_old_embedding_models(:model) as dropped').as<{ dropped: number }>()
export const modelState = sql('select id, state from embedding_models').as<{ id: string; state: string }>()
export const organizationsToEmbed = sql('select app.organizations_to_embed(:model, :limit) as org_id').as<{ org_id: string }>()

export interface PendingRow {
  id: string
  scope_id: string
  project_id: string | null
  owner_id: string | null
  content: string
}

// One index scan per way of lacking a vector of this model: a single condition for both would read every memory of the organization.
const without = <Vector extends string, Order extends string>(vector: Vector, order: Order) =>
  `(select m.id from memories m where m.org_id = :org and m.deleted_at is null and m.superseded_by is null and m.embedded_as ${vector}
    order by ${order} limit :limit)` as const
export const pending = sql(`select m.id, m.scope_id, m.project_id, m.owner_id, m.content
  from (${without('is null', 'm.embedded_as, m.id')} union all ${without('= any(:other_models::text[])', 'm.id')} order by 1 limit :limit) w
  join memories m on m.org_id = :org and m.id = w.id order by m.id`).as<PendingRow>()
/** Those that are unchanged since their vectors were computed. */
export const unchanged = sql(`select m.id from memories m join unnest(:ids::uuid[], :contents::text[]) v (id, content) on v.id = m.id
  where m.org_id = :org and m.content = v.content and m.deleted_at is null and m.superseded_by is null and m.embedded_as is distinct from :model
  for no key update of m`).as<{ id: string }>()
export const insertVectors = sql(`insert into memory_embeddings (org_id, memory_id, model_id, scope_id, owner_id, embedding)
  select :org, v.id, :model, v.scope_id, v.owner_id, v.embedding
  from unnest(:ids::uuid[], :scopes::uuid[], :owners::uuid[], :vectors::vector[]) v (id, scope_id, owner_id, embedding)
  on conflict (org_id, memory_id, model_id) do nothing`)
export const markEmbedded = sql('update memories set embedded_as = :model where org_id = :org and id = any(:ids::uuid[])')

export interface NearRow {
  memory_id: string
  id: string
  content: string
  similarity: number
}
/** One memory about to be stored; those who store in its scope go on one after the other from here. */
export const similar =
  sql(`select n.id, n.similarity from app.similar_memories(:model, :dimensions, :vector::text::vector, :scope, :max_exact, 6) n
  where n.similarity >= :least order by n.similarity desc`).as<{ id: string; similarity: number }>()
/** Waits for those who are storing in these scopes, and they for us: whoever comes second sees the vectors of the first. */
export const lockScopes = sql(`select count(pg_advisory_xact_lock(hashtextextended('baton memories ' || s.id, 0)))::integer as locked
  from (select distinct id from unnest(:scopes::uuid[]) id order by id) s`).as<{ locked: number }>()
// Search first, join afterwards: the planner does not know what a search costs. Of two that are embedded together the newer one finds the other.
export const near = sql(`with found as materialized (select v.id as memory_id, n.id, n.similarity
    from unnest(:ids::uuid[], :scopes::uuid[], :vectors::vector[]) v (id, scope_id, vector)
    cross join lateral app.nearest_memories(:model, :dimensions, v.vector, array[v.scope_id], coalesce((select l.place from memories l
      where l.org_id = :org and l.scope_id = v.scope_id order by l.place desc limit 1), 0) <= :max_exact, 4) n)
  select f.memory_id, f.id, m.content, f.similarity
  from found f cross join lateral (select o.* from memories o where o.org_id = :org and o.id = f.id offset 0) m
  where (m.id < f.memory_id or m.id <> all(:ids::uuid[])) and f.similarity >= :near_enough and m.deleted_at is null and m.superseded_by is null order by f.memory_id, f.similarity desc`).as<NearRow>()

/** Returns only the scopes that were not due already. */
export const markMapsDue = sql(`insert into memory_maps as s (org_id, scope_id, due)
  select :org, scope_id, true from unnest(:scope_ids::uuid[]) scope_id
  on conflict (org_id, scope_id) do update set due = true where not s.due returning s.scope_id`).as<{ scope_id: string }>()
export const mapDue = sql('select scope_id from memory_maps where org_id = :org and due order by placed_at nulls first limit 1').as<{
  scope_id: string
}>()
export const lockMap = sql('select scope_id from memory_maps where org_id = :org and scope_id = :scope_id for update').as<{
  scope_id: string
}>()
export const mapDrawn = sql('update memory_maps set due = :due, placed_at = :now where org_id = :org and scope_id = :scope_id')
/** Whether others than these are the newest now. */
export const vectorsBeside = sql(`select exists (select from (select e.memory_id from memory_embeddings e
    where e.org_id = :org and e.scope_id = :scope_id and e.model_id = :model order by e.memory_id desc limit :limit) n
  where n.memory_id <> all(:ids::uuid[])) as others`).as<{ others: boolean }>()
export const vectorsOf = sql(`select e.memory_id, e.embedding::text as embedding
  from memory_embeddings e where e.org_id = :org and e.scope_id = :scope_id and e.model_id = :model order by e.memory_id desc limit :limit`).as<{
  memory_id: string
  embedding: string
}>()
export const insertPoints = sql(`insert into memory_points as p (org_id, memory_id, scope_id, x, y)
  select :org, v.id, :scope_id, v.x, v.y from unnest(:ids::uuid[], :xs::real[], :ys::real[]) v (id, x, y)
  on conflict (org_id, memory_id) do update set x = excluded.x, y = excluded.y`)

export interface PointRow {
  memory_id: string
  x: number
  y: number
  content: string
  tags: string[]
  pinned: boolean
  trust: string
  created_at: string
}
const shown = `m.deleted_at is null and m.superseded_by is null
    and (m.owner_id = app.owner() or app.only_agent() in (m.scope_id, m.created_by_agent_id) or (p.id is not null and p.deleted_at is null and app.sees_project(p.visibility, p.id)))` as const
export const mappable =
  sql(`select count(*)::integer as count from memories m left join projects p on p.org_id = m.org_id and p.id = m.project_id
  where m.org_id = :org and m.scope_id = :scope and ${shown}`).as<{ count: number }>()
export const points = sql(`select k.memory_id, k.x, k.y, left(m.content, 160) as content, m.tags, m.pinned, m.trust, m.created_at
  from memory_points k join memories m on m.org_id = k.org_id and m.id = k.memory_id
    left join projects p on p.org_id = m.org_id and p.id = m.project_id
  where k.org_id = :org and k.scope_id = :scope and (:memories::uuid[] is null or k.memory_id = any(:memories)) and ${shown}
  order by k.memory_id desc limit :limit`).as<PointRow>()
export const mapState = sql('select placed_at, due from memory_maps where org_id = :org and scope_id = :scope').as<{
  placed_at: string | null
  due: boolean
}>()
