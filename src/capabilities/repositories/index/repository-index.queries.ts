import type { FileGraph } from '../../../platform/code/rank-files.ts'
import { sql } from '../../../platform/postgres.ts'

const due = `r.org_id = :org and r.status = 'ready' and r.head_sha is not null and not exists (select from repository_indexes i
    where i.org_id = r.org_id and i.repository_id = r.id and i.head_sha = r.head_sha and i.reader = :reader)` as const
/** The next repository whose stored files differ from its index. */
export const dueRepository = sql(`select r.id, r.head_sha from repositories r where ${due} order by r.id limit 1`).as<{
  id: string
  head_sha: string
}>()
export const isDue = sql(`select true as due from repositories r where ${due} and r.id = :repository`).as<{ due: true }>()
export const changedFiles = sql(`select f.path, f.blob_sha, f.content from repository_files f
  left join repository_outlines o on o.org_id = f.org_id and o.repository_id = f.repository_id and o.path = f.path
  where f.org_id = :org and f.repository_id = :repository and f.content is not null
    and (o.path is null or o.blob_sha <> f.blob_sha or o.reader <> :reader)
  order by f.path limit :limit`).as<{ path: string; blob_sha: string; content: string }>()

export interface OutlineRow {
  path: string
  definitions: { name: string; line: number }[]
  uses: Record<string, number>
}
export const outlines = sql(`select o.path, o.definitions, o.uses from repository_outlines o
  join repository_files f on f.org_id = o.org_id and f.repository_id = o.repository_id and f.path = o.path and f.content is not null
  where o.org_id = :org and o.repository_id = :repository order by o.path`).as<OutlineRow>()
export const outlinesOf = sql(`select path, definitions from repository_outlines
  where org_id = :org and repository_id = :repository and path = any(:paths::text[])`).as<Pick<OutlineRow, 'path' | 'definitions'>>()

export const storeOutline =
  sql(`insert into repository_outlines (org_id, repository_id, path, blob_sha, reader, parsed, redacted, definitions, uses)
  values (:org, :repository, :path, :blob_sha, :reader, :parsed, :redacted, :definitions, :uses)
  on conflict (org_id, repository_id, path) do update set blob_sha = excluded.blob_sha, reader = excluded.reader, parsed = excluded.parsed,
    redacted = excluded.redacted, definitions = excluded.definitions, uses = excluded.uses`)
export const removePieces = sql('delete from repository_pieces where org_id = :org and repository_id = :repository and path = :path')
// Words in the path and in the names of definitions weigh more than those in the content.
export const insertPieces = sql(`insert into repository_pieces
    (org_id, id, repository_id, path, blob_sha, number, start_line, end_line, names, content, words)
  select :org, v.id, :repository, :path, :blob_sha, v.number, v.start_line, v.end_line, v.names, v.content,
    app.words_in_title(:path || ' ' || v.names, null) || app.words_in(v.content, null)
  from unnest(:ids::uuid[], :numbers::integer[], :starts::integer[], :ends::integer[], :names::text[], :contents::text[])
    v (id, number, start_line, end_line, names, content)
  on conflict (org_id, repository_id, path, number) do nothing`)

const gone = `not exists (select from repository_files f where f.org_id = g.org_id and f.repository_id = g.repository_id and f.path = g.path
  and f.content is not null)`
export const removeGoneOutlines = sql(
  `delete from repository_outlines g where g.org_id = :org and g.repository_id = :repository and ${gone}`,
)
export const removeGonePieces = sql(`delete from repository_pieces g where g.org_id = :org and g.repository_id = :repository and ${gone}`)
export const storeIndex = sql(`insert into repository_indexes (org_id, repository_id, head_sha, reader, graph, files, pieces, indexed_at)
  select :org, :repository, :head_sha, :reader, :graph, :files,
    (select count(*)::integer from repository_pieces p where p.org_id = :org and p.repository_id = :repository), :now
  from repositories r where r.org_id = :org and r.id = :repository
  on conflict (org_id, repository_id) do update set head_sha = excluded.head_sha, reader = excluded.reader, graph = excluded.graph,
    files = excluded.files, pieces = excluded.pieces, indexed_at = excluded.indexed_at`)

export const projectsOf = sql(`select rp.project_id, r.name from repository_projects rp
  join repositories r on r.org_id = rp.org_id and r.id = rp.repository_id
  where rp.org_id = :org and rp.repository_id = :repository`).as<{ project_id: string; name: string }>()

export const organizationsToIndex = sql('select app.organizations_with_code_to_index(:reader, :model, :limit) as org_id').as<{
  org_id: string
}>()

export const pending =
  sql(`select p.id, p.blob_sha, left(concat_ws(E'\\n', p.path, p.names, p.content), 2000) as text from repository_pieces p
  where p.org_id = :org and (p.embedded_as is null or p.embedded_as <> :model) and p.id > :after order by p.id limit :limit`).as<{
    id: string
    blob_sha: string
    text: string
  }>()
export const storeVectors = sql(`update repository_pieces p set embedded_as = :model, embedding = v.embedding
  from unnest(:ids::uuid[], :vectors::vector[]) v (id, embedding) where p.org_id = :org and p.id = v.id`)
export const setAside = sql(
  `update repository_pieces set embedded_as = :model, embedding = null where org_id = :org and id = any(:ids::uuid[])`,
)

export const indexOf = sql(`select i.head_sha, i.graph, i.files, i.pieces, i.indexed_at, i.reader from repository_indexes i
  where i.org_id = :org and i.repository_id = :repository`).as<{
  head_sha: string
  graph: FileGraph
  files: number
  pieces: number
  indexed_at: string
  reader: number
}>()
/** Indexed repositories of a project, newest first. */
export const indexedIn = sql(`select r.id, r.name, i.graph from repository_indexes i
  join repositories r on r.org_id = i.org_id and r.id = i.repository_id
  join repository_projects rp on rp.org_id = r.org_id and rp.repository_id = r.id
  where i.org_id = :org and rp.project_id = :project order by r.created_at desc, r.id limit :limit`).as<{
  id: string
  name: string
  graph: FileGraph
}>()
export const definersOf = sql(`select o.path from repository_outlines o where o.org_id = :org and o.repository_id = :repository
  and exists (select from jsonb_array_elements(o.definitions) d where d ->> 'name' = any(:names::text[])) limit 20`).as<{ path: string }>()
export const skipped = sql(`select f.skipped as reason, count(*)::integer as count from repository_files f
  where f.org_id = :org and f.repository_id = :repository and f.skipped is not null group by 1 order by 2 desc, 1`).as<{
  reason: string
  count: number
}>()
export const indexed = sql(`select count(*)::integer as files, (count(*) filter (where not o.parsed))::integer as unparsed,
    (count(*) filter (where o.redacted + f.redacted > 0))::integer as redacted
  from repository_outlines o join repository_files f on f.org_id = o.org_id and f.repository_id = o.repository_id and f.path = o.path
  where o.org_id = :org and o.repository_id = :repository`).as<{ files: number; unparsed: number; redacted: number }>()
export const vectors = sql(`select count(*)::integer as pieces,
    (count(*) filter (where p.embedding is null or p.embedded_as is distinct from :model))::integer as missing
  from repository_pieces p where p.org_id = :org and p.repository_id = :repository`).as<{ pieces: number; missing: number }>()
