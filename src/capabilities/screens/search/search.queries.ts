import { sql } from '../../../platform/postgres.ts'

export const phrases = sql(`select p.query::text as query
  from (select phraseto_tsquery('english', w.phrase) as query from unnest(:phrases::text[]) w (phrase)) p where numnode(p.query) > 0`).as<{
  query: string
}>()
export const nameWords = sql("select plainto_tsquery('simple', :name)::text as words").as<{ words: string }>()

/** How many there are, counted no further than the limit. */
export const size = sql(
  'select count(*)::integer as size from (select from search_documents d where d.org_id = :org limit :limit) counted',
).as<{ size: number }>()
export const termCounts = sql('select term, count from app.count_document_words(:terms, :project, :archived, :max_counted)').as<{
  term: number
  count: number
}>()
export const wordsLike = sql('select asked, word from app.words_like_in_documents(:words, :project, :archived, :limit)').as<{
  asked: number
  word: string
}>()
export const matching = sql(
  'select id, kind, count from app.match_document_words(:terms, :weights, :phrases, :kinds, :project, :archived, :max_matched, :limit)',
).as<{ id: string | null; kind: string; count: number | null }>()
export const named = sql('select id, place from app.name_documents(:name, :started, :kinds, :project, :archived, :limit)').as<{
  id: string
  place: number
}>()
export const nearest = sql('select id from app.nearest_documents(:model, :vector, :kinds, :project, :archived, :limit)').as<{
  id: string
}>()
export const recent = sql('select id from app.recent_documents(:limit)').as<{ id: string }>()
export const byRefs = sql(
  'select d.id from search_documents d where d.org_id = :org and d.ref is not null and d.ref_key = any(:refs::text[]) limit 20',
).as<{ id: string }>()

// A thing and its comments are rows of their own: both must be the caller's to see. What a subquery asks is asked once, not for each row.
const mayFind = <Row extends string>(row: Row) =>
  `app.may_find(${row}.owner_id, ${row}.personal, ${row}.project_id, ${row}.team_id, app.user(),
  (select app.unsearched_projects(true)), (select app.own_teams()))` as const
const things = 'from search_documents d join search_documents m on m.org_id = d.org_id and m.id = d.item_id'
const seen = `d.org_id = :org and d.id = any(:ids::uuid[]) and ${mayFind('d')} and ${mayFind('m')}` as const

export interface WeighedRow {
  id: string
  item_id: string
  kind: string
  ref_key: string | null
  updated_at: string
  terms: number[]
  title_terms: number[]
  cosine: number | null
}
const termsIn = <Queries extends string>(queries: Queries) =>
  `array(select t.place::integer - 1 from unnest(${queries}::tsquery[]) with ordinality t (query, place) where d.words @@ t.query)` as const
/** In the order of WeighedRow's fields, and all rows in one JSON array: they are read by one call of JSON.parse instead of field by field. */
export const weigh = sql(`select coalesce(json_agg(json_build_array(d.id, d.item_id, d.kind, d.ref_key, m.updated_at,
    ${termsIn(':terms')}, ${termsIn(':title_terms')},
    (select (1 - (e.embedding <=> :vector::vector))::real from search_embeddings e
      where e.org_id = d.org_id and e.document_id = d.id and e.model_id = :model and d.embedded_as = e.model_id))), '[]') as rows
  ${things} where ${seen} and not exists (select from unnest(:phrases::tsquery[]) p (query) where not d.words @@ p.query)
    and (:kinds::text[] is null or d.kind = any(:kinds)) and (:project::uuid is null or d.project_id = :project)`).as<{
  rows: [string, string, string, string | null, string, number[], number[], number | null][]
}>()

// A task changes in ways that its text does not tell.
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
// Where the weightiest word stands first, as far as a reader would look; the words come in the order of their weight.
const passage =
  `substring(d.body from greatest(1, coalesce((select s.at from (select strpos(lower(left(d.body, ${maxRead})), w.stem) as at, w.place
    from unnest(:words::text[]) with ordinality w (stem, place)) s where s.at > 0 order by s.place limit 1), 1) - 200) for 600)` as const
const places = 'left join projects p on p.org_id = m.org_id and p.id = m.project_id'
export const show = sql(`select d.id as row_id, ${listed}, ${passage} as passage
  ${things} ${places} where ${seen}`).as<ShownRow>()
export const list = sql(`select ${listed} ${things} ${places} where ${seen}`).as<NamedRow>()
export const projectNames = sql(
  'select p.id, p.slug, p.name, p.archived_at is not null as archived from projects p where p.org_id = :org and p.id = any(:ids::uuid[])',
).as<{ id: string; slug: string; name: string; archived: boolean }>()

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
/** One job of an organization at a time. */
// Nothing is locked while vectors are made: whoever writes meanwhile waits for nobody, and the digest tells that they did.
const digest = "md5(concat_ws(E'\\n', d.title, d.body))"
// One look along the index for each way of having no vector of this model: all in one, it would read every document of the organization.
// The first is ordered as the index is, so that the next ones are found without sorting all that wait.
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
/** How the items among these stand. */
export const statuses = sql('select id, status from work_items where org_id = :org and id = any(:ids::uuid[])').as<{
  id: string
  status: string
}>()
