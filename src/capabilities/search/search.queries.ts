import { sql } from '../../platform/postgres.ts'

export const phrases = sql<{ query: string }>(`select p.query::text as query
  from (select phraseto_tsquery('english', w.phrase) as query from unnest($1::text[]) w (phrase)) p where numnode(p.query) > 0`)
export const nameWords = sql<{ words: string }>("select plainto_tsquery('simple', $1)::text as words")

/** How many there are, counted no further than $2. */
export const size = sql<{ size: number }>(
  'select count(*)::integer as size from (select from search_documents d where d.org_id = $1 limit $2) counted',
)
export const termCounts = sql<{ term: number; count: number }>('select term, count from app.count_document_words($1, $2, $3, $4)')
export const wordsLike = sql<{ asked: number; word: string }>('select asked, word from app.words_like_in_documents($1, $2, $3, $4)')
export const matching = sql<{ id: string | null; kind: string; count: number | null }>(
  'select id, kind, count from app.match_document_words($1, $2, $3, $4, $5, $6, $7, $8)',
)
export const named = sql<{ id: string; place: number }>('select id, place from app.name_documents($1, $2, $3, $4, $5, $6)')
export const nearest = sql<{ id: string }>('select id from app.nearest_documents($1, $2, $3, $4, $5, $6)')
export const recent = sql<{ id: string }>('select id from app.recent_documents($1)')
export const byRefs = sql<{ id: string }>(
  'select d.id from search_documents d where d.org_id = $1 and d.ref is not null and d.ref_key = any($2::text[]) limit 20',
)

// A thing and its comments are rows of their own: both must be the caller's to see. What a subquery asks is asked once, not for each row.
const mayFind = (row: string) => `app.may_find(${row}.owner_id, ${row}.personal, ${row}.project_id, ${row}.team_id, app.user(),
  (select app.unsearched_projects(true)), (select app.own_teams()))`
const things = 'from search_documents d join search_documents m on m.org_id = d.org_id and m.id = d.item_id'
const seen = `d.org_id = $1 and d.id = any($2::uuid[]) and ${mayFind('d')} and ${mayFind('m')}`

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
const termsIn = (queries: string) =>
  `array(select t.place::integer - 1 from unnest(${queries}::tsquery[]) with ordinality t (query, place) where d.words @@ t.query)`
export const weigh = sql<WeighedRow>(`select d.id, d.item_id, d.kind, d.ref_key, m.updated_at,
    ${termsIn('$3')} as terms, ${termsIn('$4')} as title_terms,
    (select (1 - (e.embedding <=> $5::vector))::real from search_embeddings e
      where e.org_id = d.org_id and e.document_id = d.id and e.model_id = $6 and d.embedded_as = e.model_id) as cosine
  ${things} where ${seen} and not exists (select from unnest($7::tsquery[]) p (query) where not d.words @@ p.query)
    and ($8::text[] is null or d.kind = any($8)) and ($9::uuid is null or d.project_id = $9)`)

// A task changes in ways that its text does not tell.
const changedAt = 'coalesce((select w.updated_at from work_items w where w.org_id = m.org_id and w.id = m.id), m.updated_at) as updated_at'
const listed = `m.id, m.kind, m.ref, m.title, ${changedAt}, p.id as project_id, p.slug as project_slug, p.name as project_name`
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

const mostRead = 20_000
// Where the weightiest word stands first, as far as a reader would look; the words come in the order of their weight.
const passage = `substring(d.body from greatest(1, coalesce((select s.at from (select strpos(lower(left(d.body, ${mostRead})), w.stem) as at, w.place
    from unnest($3::text[]) with ordinality w (stem, place)) s where s.at > 0 order by s.place limit 1), 1) - 200) for 600)`
const places = 'left join projects p on p.org_id = m.org_id and p.id = m.project_id'
export const show = sql<ShownRow>(`select d.id as row_id, ${listed}, ${passage} as passage
  ${things} ${places} where ${seen}`)
export const list = sql<NamedRow>(`select ${listed} ${things} ${places} where ${seen}`)
export const projectNames = sql<{ id: string; slug: string; name: string; archived: boolean }>(
  'select p.id, p.slug, p.name, p.archived_at is not null as archived from projects p where p.org_id = $1 and p.id = any($2::uuid[])',
)

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
  sql<PublishedRow>(`select f.kind, f.slug, f.title, left(f.passage, 20000) as passage, f.organization, f.published_at, f.updated_at
  from (select p.kind, p.slug, coalesce(p.fields ->> 'name', p.fields ->> 'title', '') as title,
      concat_ws(E'\n', p.fields ->> 'description', p.fields ->> 'content', p.body) as passage, p.fields ->> 'organization' as organization,
      p.published_at, p.updated_at, ts_rank(app.published_words(p.fields, p.body), q.query) as score
    from published p, websearch_to_tsquery('english', $1) q (query)
    where app.published_words(p.fields, p.body) @@ q.query and ($2::text[] is null or p.kind = any($2))
    order by p.updated_at desc limit $5) f
  order by f.score desc, f.updated_at desc, f.kind, f.slug offset $3 limit $4`)

export const organizationsToIndex = sql<{ org_id: string }>('select app.organizations_to_index($1, $2) as org_id')
/** One job of an organization at a time. */
// Nothing is locked while vectors are made: whoever writes meanwhile waits for nobody, and the digest tells that they did.
const digest = "md5(concat_ws(E'\\n', d.title, d.body))"
export const pending = sql<{ id: string; digest: string; text: string }>(`select d.id, ${digest} as digest,
    concat_ws(E'\\n', nullif(d.title, ''), left(d.body, 2000)) as text
  from search_documents d where d.org_id = $1 and (d.embedded_as is null or d.embedded_as <> $2) order by d.id limit $3`)
export const setAside = sql('update search_documents set embedded_as = $2 where org_id = $1 and id = any($3::uuid[])')
export const storeVectors = sql(`with vectors as (
    select v.id, v.digest, v.embedding from unnest($3::uuid[], $4::text[], $5::vector[]) v (id, digest, embedding)
  ), marked as (
    update search_documents d set embedded_as = $2 from vectors v where d.org_id = $1 and d.id = v.id and ${digest} = v.digest returning d.id
  ) insert into search_embeddings (org_id, document_id, model_id, embedding)
    select $1, v.id, $2, v.embedding from vectors v join marked m on m.id = v.id
    on conflict (org_id, document_id) do update set model_id = excluded.model_id, embedding = excluded.embedding`)
