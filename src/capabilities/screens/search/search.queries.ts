import { plannedOnce, sql } from '../../../platform/postgres.ts'
import type { Like } from '../../memory/ranking/ask-terms.ts'
import {
  chosen,
  commonTerms,
  counts,
  type FoundMemories,
  liked,
  likeInMemories,
  memoriesFound,
  memoryCounts,
  memoryPlaces,
  newestWith,
  rareTerms,
  termsHeld,
  told,
} from '../../memory/search/memory-search-sql.ts'

export const phrases = sql(`select p.query::text as query
  from (select phraseto_tsquery('english', w.phrase) as query from unnest(:phrases::text[]) w (phrase)) p where numnode(p.query) > 0`).as<{
  query: string
}>()
export const nameWords = sql("select plainto_tsquery('simple', :name)::text as words").as<{ words: string }>()

export const named = sql('select id, place from app.name_documents(:name, :started, :kinds, :project, :archived, :limit)').as<{
  id: string
  place: number
}>()
export const recent = sql('select id from app.recent_documents(:limit)').as<{ id: string }>()
// A thing and its comments are separate rows, and the caller must see both. A subquery is evaluated once, not for each row.
const mayFind = <Row extends string>(row: Row) =>
  `app.may_find(${row}.owner_id, ${row}.personal, ${row}.project_id, ${row}.team_id, app.user(),
  (select app.unsearched_projects(true)), (select app.own_teams()))` as const
const things = 'from search_documents d join search_documents m on m.org_id = d.org_id and m.id = d.item_id'
const seenAmong = <Ids extends string>(ids: Ids) =>
  `d.org_id = :org and d.id = any(${ids}::uuid[]) and ${mayFind('d')} and ${mayFind('m')}` as const
const seen = seenAmong(':ids')

export interface WeighedRow {
  id: string
  item_id: string
  kind: string
  ref_key: string | null
  /** Unix time in seconds. */
  updated_at: number
  terms: readonly number[]
  /** Those of them that it holds only by another term of the same meaning. */
  equal: readonly number[]
  title_terms: readonly number[]
  cosine: number | null
}
/** The same for all rows, column by column: hundreds are written and read in a fraction of the time that as many rows take. */
export type WeighedDocuments = [string[], string[], string[], (string | null)[], number[], number[], number[], (number | null)[]]

const mayAnswer = 'n.fits and (:kinds::text[] is null or n.kind = any(:kinds::text[]))'
const size = 'case when s.size > :max_compared::integer then greatest(s.size, app.documents_estimated()) else s.size end'
const nameAsked = "plainto_tsquery('simple', :name::text)::text"
// A one-word question is looked up only once for everything it needs, so it is matched before it is counted.
const documentCounts = `asked_titles as materialized (select :title_terms::text[]::tsquery[] as terms),
  document_size as materialized (
    select count(*)::integer as size from (select from search_documents d where d.org_id = :org limit :max_compared::integer + 1) counted),
  document_newest as materialized (select n.* from document_size s cross join lateral app.newest_documents(:terms::text[], :phrases::text[],
      :project::uuid, :archived::boolean, :max_examined::integer, :max_newest::integer) n where s.size > :max_sought::integer),
  ${commonTerms('document', size, mayAnswer)},
  one_word as materialized (
    select m.id, m.kind, m.count from (select where cardinality(:terms::text[]) = 1 and cardinality(:phrases::text[]) = 0
        and not exists (select from document_common)) o
      cross join lateral app.match_document_term((:terms::text[])[1], (select ${nameAsked}), :kinds::text[], :project::uuid, :archived::boolean,
        :max_matched::integer, :document_limit::integer, :max_named::integer) m
  ), many_words as materialized (select case when exists (select from one_word) then '{}' else ${rareTerms('document')} end as terms),
  document_counts as materialized (
    select t.place, t.query, coalesce((select least(o.count, :max_counted::integer) from one_word o where o.kind is null), t.count) as count,
      t.common
    from (${counts('document', 'app.count_document_words((select terms from many_words), :project::uuid, :archived::boolean, :max_counted::integer)')}) t)` as const
const likeInDocuments = `select l.asked, l.word from unknown u
  cross join lateral app.words_like_in_documents(u.words, :project::uuid, :archived::boolean, :max_respelt_documents::integer) l` as const
const documentsMatched = `document_chosen as materialized (${chosen('document', ':document_limit::integer')}),
  document_matches as materialized (
    select o.id, o.kind, o.count from one_word o where o.kind is not null
    union all select m.id, m.kind, m.count from document_chosen a cross join lateral app.match_document_words(a.queries, a.weights, :phrases::text[],
      :kinds::text[], :project::uuid, :archived::boolean, :max_matched::integer, :document_limit::integer) m where not exists (select from one_word)
    union all (${newestWith('document', 'n.id, n.kind, null::integer', mayAnswer)} limit :document_limit::integer)
    union all select null, n.kind, count(distinct n.item_id)::integer from document_newest n where n.fits and exists (select from document_common c
      where n.held & (1::bigint << (c.place - 1)) <> 0) group by n.kind
  ), documents_found as materialized (
    select m.id from document_matches m where m.id is not null
    union (select d.id from search_documents d where d.org_id = :org and d.ref is not null and d.ref_key = any(:refs::text[]) limit 20)
    union select n.id from app.name_documents(:name::text, (select case when exists (select from one_word o
        where o.kind is null and o.count between 1 and :max_matched::integer - 1) then '' else ${nameAsked} end), :kinds::text[], :project::uuid,
      :archived::boolean, :max_named::integer) n
    union select n.id from asked a join document_size s on a.vector is not null and s.size <= :max_compared::integer
      cross join lateral app.documents_near(:model::text, a.vector, :kinds::text[], :project::uuid, :archived::boolean, :document_limit::integer) n
  )` as const
const documentsWeighed = `select case when count(*) > 0 then json_build_array(array_agg(d.id), array_agg(d.item_id), array_agg(d.kind),
      array_agg(d.ref_key), array_agg(date_part('epoch', m.updated_at)::bigint), array_agg(${termsHeld('d')}),
      array_agg(app.terms_held(d.words, t.terms)),
      array_agg((select (1 - (e.embedding <=> a.vector))::real from search_embeddings e
        where e.org_id = d.org_id and e.document_id = d.id and e.model_id = :model::text and d.embedded_as = e.model_id))) end
    ${things} cross join asked a cross join asked_titles t where ${seenAmong('array(select f.id from documents_found f)')}
      and not exists (select from unnest(:phrases::text[]::tsquery[]) p (query) where not d.words @@ p.query)
      and (:kinds::text[] is null or d.kind = any(:kinds::text[])) and (:project::uuid is null or d.project_id = :project::uuid)` as const

export interface FoundDocuments {
  documents_size: number
  held: number[]
  /** Null if there are none. */
  documents: WeighedDocuments | null
  /** How many things of each kind contain one of the words. */
  matched: [kind: string, count: number][]
}

/** A whole search of documents and memories: counting, comparing, matching and weighing. */
export const findAll = plannedOnce(`with ${memoryCounts}, ${documentCounts},
  totals as materialized (select m.place, m.count + d.count as count, n.size + s.size as size
    from memory_counts m join document_counts d on d.place = m.place cross join memory_size n cross join document_size s),
  ${told}, ${memoryPlaces}, ${documentsMatched}
  select ${memoriesFound}, (${liked(`${likeInMemories} union all ${likeInDocuments}`)}) as like,
    (select size from document_size) as documents_size,
    (select coalesce(json_agg(count order by place), '[]') from document_counts) as held,
    (${documentsWeighed}) as documents,
    (select coalesce(json_agg(json_build_array(kind, count)), '[]') from (select kind, max(count) as count from document_matches
      where count is not null group by kind) k) as matched`).as<FoundMemories & FoundDocuments & { like: Like[] }>()

/** The things whose rows say all of these, whatever the case. */
export const documentsSaying = sql(`select d.item_id as id ${things} where ${seenAmong(':rows')}
  and not exists (select from unnest(:phrases::text[]) p (text) where strpos(lower(concat_ws(' ', d.title, left(d.body, 20000))), lower(p.text)) = 0)`).as<{
  id: string
}>()

/** The things among these whose ref or title begins with the text, or whose title has all of its words. */
export const documentsNamed =
  sql(`select d.item_id as id from search_documents d cross join (select lower(:name::text) collate "C" as start) n
  where d.org_id = :org and d.id = any(:rows::uuid[])
    and (starts_with(d.ref_key, n.start) or d.id = d.item_id and starts_with(d.title_key, n.start) or d.names @@ plainto_tsquery('simple', :name::text))`).as<{
    id: string
  }>()

// A task can change without a change to its text.
const changedAt = 'coalesce((select w.updated_at from work_items w where w.org_id = m.org_id and w.id = m.id), m.updated_at) as updated_at'
const listed = `m.id, m.kind, m.ref, m.title, ${changedAt}, p.id as project_id, p.slug as project_slug, p.name as project_name` as const
export interface NamedRow {
  id: string
  kind: string
  ref: string | null
  title: string
  updated_at: string
  project_id: string | null
  project_slug: string | null
  project_name: string | null
}
export interface ShownRow extends NamedRow {
  row_id: string
  passage: string
}

const maxRead = 20_000
// Around the first occurrence of the weightiest word, within the part that is read; the words are ordered by weight.
const passage =
  `substring(d.body from greatest(1, coalesce((select s.at from (select strpos(lower(left(d.body, ${maxRead})), w.stem) as at, w.place
    from unnest(:words::text[]) with ordinality w (stem, place)) s where s.at > 0 order by s.place limit 1), 1) - 200) for 600)` as const
const places = 'left join projects p on p.org_id = m.org_id and p.id = m.project_id'
export const show = sql(`select d.id as row_id, ${listed}, ${passage} as passage
  ${things} ${places} where ${seen}`).as<ShownRow>()
export const list = sql(`select ${listed} ${things} ${places} where ${seen}`).as<NamedRow>()
export const projectsOfMemories =
  sql(`select p.id, p.slug, p.name, p.archived_at is not null as archived from projects p where p.org_id = :org
    and p.id in (select m.project_id from memories m where m.org_id = :org and m.id = any(:ids::uuid[]))`).as<{
    id: string
    slug: string
    name: string
    archived: boolean
  }>()

export interface PublishedRow {
  kind: string
  slug: string
  title: string
  passage: string
  organization: string | null
  published_at: string
  updated_at: string
}
export const published =
  sql(`select f.kind, f.slug, f.title, left(f.passage, 20000) as passage, f.organization, f.published_at, f.updated_at
  from (select p.kind, p.slug, coalesce(p.fields ->> 'name', p.fields ->> 'title', '') as title,
      concat_ws(E'\n', p.fields ->> 'description', p.fields ->> 'content', p.body) as passage, p.fields ->> 'organization' as organization,
      p.published_at, p.updated_at, ts_rank(app.published_words(p.fields, p.body), q.query) as score
    from published p, websearch_to_tsquery('english', :q) q (query)
    where app.published_words(p.fields, p.body) @@ q.query and (:kinds::text[] is null or p.kind = any(:kinds))
    order by p.updated_at desc limit :max_ranked) f
  order by f.score desc, f.updated_at desc, f.kind, f.slug offset :offset limit :limit`).as<PublishedRow>()

export const organizationsToIndex = sql('select app.organizations_to_index(:model, :limit) as org_id').as<{ org_id: string }>()
// Nothing is locked while vectors are computed: writers don't wait, and the digest shows that they wrote.
const digest = "md5(concat_ws(E'\\n', d.title, d.body))"
// One index lookup per way of lacking a vector of this model: a combined one would read every document of the organization.
// The first is ordered like the index, so that the next page is found without sorting everything that waits.
const without = <Vector extends string, Order extends string>(vector: Vector, order: Order) =>
  `(select d.id from search_documents d where d.org_id = :org and d.embedded_as ${vector} and d.id > :after order by ${order} limit :limit)` as const
export interface PendingDocument {
  id: string
  digest: string
  text: string
}
export const pending = sql(`select d.id, ${digest} as digest, concat_ws(E'\\n', nullif(d.title, ''), left(d.body, 2000)) as text
  from (${without('is null', 'd.embedded_as, d.id')} union all ${without('< :model', 'd.id')} union all ${without('> :model', 'd.id')}
    order by 1 limit :limit) w
  join search_documents d on d.org_id = :org and d.id = w.id order by d.id`).as<PendingDocument>()
export const setAside = sql('update search_documents set embedded_as = :model where org_id = :org and id = any(:ids::uuid[])')
export const storeVectors = sql(`with vectors as (
    select v.id, v.digest, v.embedding from unnest(:ids::uuid[], :digests::text[], :vectors::vector[]) v (id, digest, embedding)
  ), marked as (
    update search_documents d set embedded_as = :model from vectors v where d.org_id = :org and d.id = v.id and ${digest} = v.digest returning d.id
  ) insert into search_embeddings (org_id, document_id, model_id, embedding)
    select :org, v.id, :model, v.embedding from vectors v join marked m on m.id = v.id
    on conflict (org_id, document_id) do update set model_id = excluded.model_id, embedding = excluded.embedding`)
/** The status of the items among these. */
export const statuses = sql('select id, status from work_items where org_id = :org and id = any(:ids::uuid[])').as<{
  id: string
  status: string
}>()
