import { plannedEachTime, sql } from '../../platform/postgres.ts'

export const currentModel = sql<{ id: string }>("select id from embedding_models where state = 'current'")

/** How many there are, counted no further than $3: exactly along scopes, since a place is the number of its memory there. */
export const sizeOfScopes = sql<{ size: number }>(`select coalesce(sum(l.place), 0)::integer as size from unnest($2::uuid[]) s (id),
  lateral (select m.place from memories m where m.org_id = $1 and m.scope_id = s.id order by m.place desc limit 1) l`)
export const sizeOfAll = sql<{ size: number }>(`select count(*)::integer as size from (
  select from memories m where m.org_id = $1 and m.deleted_at is null and m.superseded_by is null limit $2) counted`)

export const termCounts = sql<{ term: number; count: number }>('select term, count from app.count_memory_words($1, $2, $3)')
export const wordsLike = sql<{ asked: number; word: string }>('select asked, word from app.words_like_in_memories($1, $2, $3)')

export interface PlaceRow {
  id: string
  scope_id: string
  place: number
}
export const matching = sql<PlaceRow>('select id, scope_id, place from app.match_memory_words($1, $2, $3, $4, $5, $6, $7)')
// Searched first and looked up then, one by one: the planner neither knows what a search costs nor how few it finds, and its plan for
// any organization would read every memory of a large one.
export const nearest = sql<PlaceRow>(`with n as materialized (select id from app.nearest_memories($2, $3, $4, $5, $6, $7))
  select m.id, m.scope_id, m.place
  from n cross join lateral (select o.* from memories o where o.org_id = $1 and o.id = n.id offset 0) m
  where $8::text is null or m.tags @> array[$8::text]`)

export interface WeighedRow extends PlaceRow {
  terms: number[]
  cosine: number | null
  pinned: boolean
  trust: 'person' | 'agent' | 'external'
  created_at: string
  wanted: boolean
}
// Everything between the places asked for: whoever may see one memory of a scope may see those beside it. `offset 0` keeps the planner
// from reading a whole table to join it: these are few rows, each found by its index. The plan for any organization took seconds in a
// large one.
export const weigh = plannedEachTime<WeighedRow>(`select m.id, m.scope_id, m.place, m.pinned, m.trust, m.created_at,
    array(select t.place::integer - 1 from unnest($5::tsquery[]) with ordinality t (query, place) where m.words @@ t.query) as terms,
    (1 - (e.embedding <=> $6::vector))::real as cosine,
    (m.valid_from is null or m.valid_from <= $8) and (m.valid_until is null or m.valid_until > $8)
      and ($9::text is null or m.tags @> array[$9::text]) as wanted
  from unnest($2::uuid[], $3::integer[], $4::integer[]) r (scope_id, low, high)
  cross join lateral (select * from memories m where m.org_id = $1 and m.scope_id = r.scope_id and m.place between r.low and r.high
    and m.deleted_at is null and m.superseded_by is null offset 0) m
  left join lateral (select embedding from memory_embeddings e
    where e.org_id = $1 and e.memory_id = m.id and e.model_id = $7 offset 0) e on true`)
