import { plannedEachTime, sql } from '../../../platform/postgres.ts'

export const currentModel = sql("select id from embedding_models where state = 'current'").as<{ id: string }>()

/** How many there are, counted no further than `:max_counted`: exactly along scopes, since a place is the number of its memory there. */
export const sizeOfScopes = sql(`select coalesce(sum(l.place), 0)::integer as size from unnest(:scopes::uuid[]) s (id),
  lateral (select m.place from memories m where m.org_id = :org and m.scope_id = s.id order by m.place desc limit 1) l`).as<{
  size: number
}>()
export const sizeOfAll = sql(`select count(*)::integer as size from (
  select from memories m where m.org_id = :org and m.deleted_at is null and m.superseded_by is null limit :limit) counted`).as<{
  size: number
}>()

export const termCounts = sql('select term, count from app.count_memory_words(:terms, :scopes, :max_counted)').as<{
  term: number
  count: number
}>()
export const wordsLike = sql('select asked, word from app.words_like_in_memories(:words, :scopes, :limit)').as<{
  asked: number
  word: string
}>()

export interface PlaceRow {
  id: string
  scope_id: string
  place: number
}
export const matching = sql(
  'select id, scope_id, place from app.match_memory_words(:queries, :weights, :scopes, :tag, :now, :max_matched, :limit)',
).as<PlaceRow>()
// Searched first and looked up then, one by one: the planner neither knows what a search costs nor how few it finds, and its plan for
// any organization would read every memory of a large one.
export const nearest =
  sql(`with n as materialized (select id from app.nearest_memories(:model, :dimensions, :vector, :scopes, :exact, :limit))
  select m.id, m.scope_id, m.place
  from n cross join lateral (select o.* from memories o where o.org_id = :org and o.id = n.id offset 0) m
  where :tag::text is null or m.tags @> array[:tag::text]`).as<PlaceRow>()

/** As it comes in a JSON array: a thousand rows are read by one call of JSON.parse instead of field by field. */
type WeighedRow = [
  id: string,
  scope: string,
  place: number,
  terms: number[],
  cosine: number | null,
  pinned: boolean,
  trust: 'person' | 'agent' | 'external',
  createdAt: string,
  wanted: boolean,
]
// Everything between the places asked for: whoever may see one memory of a scope may see those beside it. `offset 0` keeps the planner
// from reading a whole table to join it: these are few rows, each found by its index. The plan for any organization took seconds in a
// large one.
export const weigh = plannedEachTime(`select coalesce(json_agg(json_build_array(m.id, m.scope_id, m.place,
    array(select t.place::integer - 1 from unnest(:queries::tsquery[]) with ordinality t (query, place) where m.words @@ t.query),
    (select (1 - (e.embedding <=> :vector::vector))::real from memory_embeddings e
      where e.org_id = :org and e.memory_id = m.id and e.model_id = :model),
    m.pinned, m.trust, m.created_at,
    (m.valid_from is null or m.valid_from <= :now) and (m.valid_until is null or m.valid_until > :now)
      and (:tag::text is null or m.tags @> array[:tag::text]))), '[]') as rows
  from unnest(:scopes::uuid[], :lows::integer[], :highs::integer[]) r (scope_id, low, high)
  cross join lateral (select * from memories m where m.org_id = :org and m.scope_id = r.scope_id and m.place between r.low and r.high
    and m.deleted_at is null and m.superseded_by is null offset 0) m`).as<{ rows: WeighedRow[] }>()
