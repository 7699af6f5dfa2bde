import { sql } from '../../platform/postgres.ts'

export const adopt = sql<{ state: 'next' | 'current' }>('select app.adopt_embedding_model($1, $2, $3, $4) as state')
export const dropOld = sql<{ dropped: number }>('select app.drop_old_embedding_models($1) as dropped')
export const modelState = sql<{ id: string; state: string }>('select id, state from embedding_models')
export const organizationsToEmbed = sql<{ org_id: string }>('select app.organizations_to_embed($1, $2) as org_id')

export interface PendingRow {
  id: string
  scope_id: string
  project_id: string | null
  owner_id: string | null
  content: string
}

export const pending = sql<PendingRow>(`select m.id, m.scope_id, m.project_id, m.owner_id, m.content from memories m
  where m.org_id = $1 and m.deleted_at is null and m.superseded_by is null and (m.embedded_as is null or m.embedded_as = any($2::text[]))
  order by m.id limit $3`)
/** Those that are as they were when their vectors were made. */
export const unchanged = sql<{ id: string }>(`select m.id from memories m join unnest($2::uuid[], $3::text[]) v (id, content) on v.id = m.id
  where m.org_id = $1 and m.content = v.content and m.deleted_at is null and m.superseded_by is null and m.embedded_as is distinct from $4
  for update of m`)
export const insertVectors = sql(`insert into memory_embeddings (org_id, memory_id, model_id, scope_id, owner_id, embedding)
  select $1, v.id, $2, v.scope_id, v.owner_id, v.embedding
  from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::vector[]) v (id, scope_id, owner_id, embedding)
  on conflict (org_id, memory_id, model_id) do nothing`)
export const markEmbedded = sql('update memories set embedded_as = $2 where org_id = $1 and id = any($3::uuid[])')

export interface NearRow {
  memory_id: string
  id: string
  content: string
  similarity: number
}
// Searched first and joined then: the planner does not know what a search costs.
export const near = sql<NearRow>(`with found as materialized (select v.id as memory_id, n.id, n.similarity
    from unnest($4::uuid[], $5::uuid[], $6::vector[]) v (id, scope_id, vector)
    cross join lateral app.nearest_memories($2, $3, v.vector, array[v.scope_id], coalesce((select l.place from memories l
      where l.org_id = $1 and l.scope_id = v.scope_id order by l.place desc limit 1), 0) <= $7, 4) n)
  select f.memory_id, f.id, m.content, f.similarity
  from found f cross join lateral (select o.* from memories o where o.org_id = $1 and o.id = f.id offset 0) m
  where m.id < f.memory_id and f.similarity >= $8 and m.deleted_at is null and m.superseded_by is null order by f.memory_id, f.similarity desc`)

/** Answers only those that were not waiting already. */
export const markMapsDue = sql<{ scope_id: string }>(`insert into memory_maps as s (org_id, scope_id, due)
  select $1, scope_id, true from unnest($2::uuid[]) scope_id
  on conflict (org_id, scope_id) do update set due = true where not s.due returning s.scope_id`)
export const mapDue = sql<{ scope_id: string }>('select scope_id from memory_maps where org_id = $1 and due limit 1 for update skip locked')
export const mapDrawn = sql('update memory_maps set due = false, placed_at = $3 where org_id = $1 and scope_id = $2')
export const vectorsOf = sql<{ memory_id: string; embedding: string }>(`select e.memory_id, e.embedding::text as embedding
  from memory_embeddings e where e.org_id = $1 and e.scope_id = $2 and e.model_id = $3 order by e.memory_id desc limit $4`)
export const insertPoints = sql(`insert into memory_points as p (org_id, memory_id, scope_id, x, y)
  select $1, v.id, $2, v.x, v.y from unnest($3::uuid[], $4::real[], $5::real[]) v (id, x, y)
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
export const points = sql<PointRow>(`select k.memory_id, k.x, k.y, left(m.content, 160) as content, m.tags, m.pinned, m.trust, m.created_at
  from memory_points k join memories m on m.org_id = k.org_id and m.id = k.memory_id
    left join projects p on p.org_id = m.org_id and p.id = m.project_id
  where k.org_id = $1 and k.scope_id = $2 and m.deleted_at is null and m.superseded_by is null
    and (m.owner_id = app.user() or (p.id is not null and p.deleted_at is null and app.sees_project(p.visibility, p.id)))
  order by k.memory_id desc limit $3`)
export const mapState = sql<{ placed_at: string | null; due: boolean }>(
  'select placed_at, due from memory_maps where org_id = $1 and scope_id = $2',
)
