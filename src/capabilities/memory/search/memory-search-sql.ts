/** Number of memories, counted just past `:max_exact` at most. For given scopes the last place tells, as places are numbered per scope. */
const size = `case when :scopes::uuid[] is null then (select count(*)::integer from (
      select from memories m where m.org_id = :org and m.deleted_at is null and m.superseded_by is null limit :max_exact::integer + 1) counted)
    else (select coalesce(sum(l.place), 0)::integer from unnest(:scopes::uuid[]) s (id),
      lateral (select m.place from memories m where m.org_id = :org and m.scope_id = s.id order by m.place desc limit 1) l) end` as const

const holds = <Held extends string, Place extends string>(held: Held, place: Place) =>
  `${held} & (1::bigint << (${place} - 1)::integer) <> 0` as const

/**
 * The terms that are in more than `:max_sought` entries of an index, judging by the newest ones that may be answers. Reading such a term from
 * the index would take time for each of its entries, so it is looked for among the newest alone, unless few of those may be answers.
 */
export const commonTerms = <Of extends string, Total extends string, Where extends string>(of: Of, total: Total, where: Where) =>
  `${of}_share as materialized (
    select case when n.count >= :max_newest::integer / 2 then greatest(5, :max_sought::integer * n.count / ${total}) end as least
      from ${of}_size s cross join (select count(*) as count from ${of}_newest n where ${where}) n
  ), ${of}_common as materialized (
    select t.place::integer as place, t.query, sum(n.count) as count from unnest(:terms::text[]) with ordinality t (query, place)
      join (select n.held, count(*) as count from ${of}_newest n where ${where} group by n.held) n on ${holds('n.held', 't.place')}
    group by t.place, t.query having sum(n.count) >= (select least from ${of}_share)
  )` as const

/** The terms to be looked up in the index; the others are null. */
export const rareTerms = <Of extends string>(of: Of) =>
  `(select array_agg(case when c.place is null then t.query end order by t.place)
    from unnest(:terms::text[]) with ordinality t (query, place) left join ${of}_common c on c.place = t.place)` as const

/** How many entries of an index hold each term: `:max_counted` for those that are common, which are not counted. */
export const counts = <Of extends string, Counting extends string>(of: Of, counting: Counting) =>
  `select t.place::integer as place, t.query, case when m.place is not null then :max_counted::integer else coalesce(c.count, 0) end as count,
      m.place is not null as common
    from unnest(:terms::text[]) with ordinality t (query, place) left join ${counting} c on c.term = t.place left join ${of}_common m on m.place = t.place` as const

/** The weight of each term, by the same formula as in term-weights.ts, and the words that no entry holds. */
export const told = `weights as materialized (
    select t.place, (case when t.count = 0 then 0 else ln(1 + (greatest(t.size, t.count) - t.count + 0.5::float8) / (t.count + 0.5::float8)) end
      * g.share)::real as weight from totals t join unnest(:shares::real[]) with ordinality g (share, place) on g.place = t.place
  ), unknown as materialized (
    select array_agg(u.word order by u.place) as words from (
      select w.word, w.place from unnest(:spelled::text[]) with ordinality w (word, place) join totals t on t.place = w.place
      where t.count = 0 and w.word is not null order by w.place limit :max_guessed::integer) u having count(*) > 0
  )` as const

/**
 * What to look up in the index: the rarest terms that together match at most `:max_matched` entries, and at least one if any term matches. Of
 * the common ones, the two rarest together, unless both together are common too; and a common term that is the only one, unless the newest
 * entries hold it often enough.
 */
export const chosen = <Of extends string, Limit extends string>(of: Of, limit: Limit) =>
  `select array_agg(l.query order by l.count, l.place) as queries, array_agg(l.weight order by l.count, l.place) as weights from (
      select c.query, w.weight, c.count, c.place
        from (select n.place, n.query, n.count, sum(n.count) over nth as so_far, row_number() over nth as nth
          from ${of}_counts n where n.count > 0 and not n.common window nth as (order by n.count, n.place rows unbounded preceding)) c
        join weights w on w.place = c.place where c.so_far <= :max_matched::integer or c.nth = 1
      union all
      select p.query, p.weight, :max_matched::integer, p.place
        from (select string_agg('(' || c.query || ')', ' & ') as query, sum(c.weight)::real as weight, max(c.place) as place, count(*) as terms,
            bit_or(1::bigint << (c.place - 1)) as held
          from (select c.place, c.query, w.weight from ${of}_common c join weights w on w.place = c.place order by c.count, c.place limit 2) c) p
        where (p.terms = 2 or (p.terms = 1 and not exists (select from ${of}_counts r where r.count > 0 and not r.common)))
          and (select count(*) from ${of}_newest n where n.held & p.held = p.held)
            < case when p.terms = 2 then (select least from ${of}_share) else ${limit} end
    ) l having count(*) > 0` as const

/** The newest entries with common terms, those with the heaviest terms first. */
export const newestWith = <Of extends string, Columns extends string, Where extends string>(of: Of, columns: Columns, where: Where) =>
  `select ${columns} from ${of}_newest n join (
      select h.held, sum(w.weight) as weight from (select distinct held from ${of}_newest) h join weights w on ${holds('h.held', 'w.place')}
      group by h.held having bool_or(w.place in (select place from ${of}_common))
    ) t on t.held = n.held where ${where} order by t.weight desc, n.id desc` as const

/** Words similar to those that no entry holds, with the lexemes they are stored as. */
export const liked = <Like extends string>(like: Like) =>
  `select coalesce(json_agg(json_build_object('asked', l.asked, 'text', l.word, 'english', tsvector_to_array(to_tsvector('english', l.word)),
      'own', case when :language::text is not null then tsvector_to_array(to_tsvector(:language::text::regconfig, l.word)) end)), '[]')
    from (${like}) l` as const

/** See heldIn. */
export const termsHeld = <Row extends string>(row: Row) =>
  `app.terms_held(${row}.words, a.terms) + case when a.plain[1] is null then 0 else 4294967296 * app.terms_held(${row}.words, a.plain) end` as const

// Parsed once, since it is compared with many rows: the vector arrives as text.
export const memoryCounts =
  `asked as materialized (select :terms::text[]::tsquery[] as terms, :plain::text[]::tsquery[] as plain, :vector::text::vector as vector),
  memory_size as materialized (select ${size} as size),
  memory_newest as materialized (
    select n.* from memory_size s cross join lateral app.newest_memories(:terms::text[], :scopes::uuid[], :tag::text, :now::timestamptz,
      :max_examined::integer, :max_newest::integer) n where s.size > :max_sought::integer
  ), ${commonTerms(
    'memory',
    'case when s.size > :max_exact::integer and :scopes::uuid[] is null then greatest(s.size, app.memories_estimated()) else s.size end',
    'n.fits',
  )},
  memory_counts as materialized (
    ${counts('memory', `app.count_memory_words(${rareTerms('memory')}, :scopes::uuid[], :max_counted::integer)`)})` as const
export const likeInMemories =
  'select l.asked, l.word from unknown u cross join lateral app.words_like_in_memories(u.words, :scopes::uuid[], :max_respelt::integer) l'

// By words, and by meaning. The vector search runs first and its results are then looked up one by one: the planner knows neither what a
// search costs nor how few rows it finds, and its generic plan would read every memory of a large organization. The ranges around the
// places found in a scope are merged where they overlap.
export const memoryPlaces = `memory_chosen as materialized (${chosen('memory', ':memory_limit::integer')}),
  memory_compared as materialized (
    select c.id, c.distance from asked a join memory_size s on a.vector is not null and :remembers and s.size <= :max_exact::integer
    cross join lateral app.compare_memories(:model::text, a.vector, :scopes::uuid[]) c
  ), memory_near as materialized (
    (select c.id from memory_compared c order by c.distance limit :near_limit::integer)
    union all select n.id from asked a join memory_size s on a.vector is not null and :remembers and s.size > :max_exact::integer
    cross join lateral app.nearest_memories(:model::text, :dimensions::integer, a.vector, :scopes::uuid[], false, :near_limit::integer) n
  ), memory_places as materialized (
    select m.scope_id, m.place from memory_chosen a cross join lateral app.match_memory_words(a.queries, a.weights, :scopes::uuid[],
      :tag::text, :now::timestamptz, :max_matched::integer, :memory_limit::integer) m where :remembers
    union (${newestWith('memory', 'n.scope_id, n.place', 'n.fits and :remembers')} limit :memory_limit::integer)
    union select m.scope_id, m.place
    from memory_near n cross join lateral (select o.* from memories o where o.org_id = :org and o.id = n.id offset 0) m
    where :tag::text is null or m.tags @> array[:tag::text]
  ), memory_ranges as materialized (
    select i.scope_id, min(i.place) - :reach::integer as low, max(i.place) + :reach::integer as high
    from (select b.scope_id, b.place, count(*) filter (where b.begins) over (partition by b.scope_id order by b.place) as stretch
      from (select p.scope_id, p.place, coalesce(p.place - 2 * :reach::integer - 1
        > lag(p.place) over (partition by p.scope_id order by p.place), true) as begins from memory_places p) b) i
    group by i.scope_id, i.stretch
  )` as const

/** All rows, column by column: a thousand are serialized and parsed in a fraction of the time that individual rows take. */
type WeighedMemories = [
  ids: string[],
  scopes: string[],
  places: number[],
  /** See heldIn. */
  terms: number[],
  cosines: (number | null)[],
  pinned: boolean[],
  trust: ('person' | 'agent' | 'external')[],
  /** Seconds since 1970. */
  created: number[],
  wanted: boolean[],
]
// All memories within the ranges: whoever may see one memory of a scope may see its neighbors. `offset 0` keeps the planner from scanning
// a whole table for the join: these are few rows, each found by index. They are reduced to the needed columns before they are joined with
// the distances, since a join copies its rows; if not all vectors were compared, each one is looked up.
const weighed = `select case when count(*) > 0 then json_build_array(array_agg(w.id), array_agg(w.scope_id), array_agg(w.place),
      array_agg(w.terms), array_agg(coalesce((1 - c.distance)::real, w.cosine)), array_agg(w.pinned), array_agg(w.trust), array_agg(w.created),
      array_agg(w.wanted)) end
    from (select m.id, m.scope_id, m.place, ${termsHeld('m')} as terms, m.pinned, m.trust,
        case when s.size > :max_exact::integer then (select (1 - (e.embedding <=> a.vector))::real from memory_embeddings e
          where e.org_id = :org and e.memory_id = m.id and e.model_id = :model::text) end as cosine,
        date_part('epoch', m.created_at)::bigint as created,
        (m.valid_from is null or m.valid_from <= :now::timestamptz) and (m.valid_until is null or m.valid_until > :now::timestamptz)
          and (:tag::text is null or m.tags @> array[:tag::text]) as wanted
      from asked a cross join memory_size s cross join memory_ranges r cross join lateral (select * from memories m where m.org_id = :org
        and m.scope_id = r.scope_id and m.place between r.low and r.high and m.deleted_at is null and m.superseded_by is null offset 0) m
      offset 0) w left join memory_compared c on c.id = w.id` as const

export interface FoundMemories {
  size: number
  counts: number[]
  places: [scope: string, place: number][]
  /** How similar all that were compared are to the question: mean and deviation. Null if not all were. */
  spread: [mean: number, deviation: number] | null
  /** Null if there are none. */
  rows: WeighedMemories | null
}
export const memoriesFound = `(select size from memory_size) as size,
  (select coalesce(json_agg(count order by place), '[]') from memory_counts) as counts,
  (select coalesce(json_agg(json_build_array(scope_id, place)), '[]') from memory_places) as places,
  (select json_build_array(avg(1 - distance), stddev_pop(distance)) from memory_compared having count(*) > 0) as spread, (${weighed}) as rows` as const
