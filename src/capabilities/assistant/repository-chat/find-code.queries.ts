import { plannedEachTime, sql } from '../../../platform/postgres.ts'

// Only pieces of the file versions stored now, so that their line numbers are those of the commit.
const from = `from repository_pieces p
  join repository_files f on f.org_id = p.org_id and f.repository_id = p.repository_id and f.path = p.path and f.blob_sha = p.blob_sha
  where p.org_id = :org and p.repository_id = :repository` as const

export const size = sql(
  `select count(*)::integer as size from repository_pieces p where p.org_id = :org and p.repository_id = :repository`,
).as<{
  size: number
}>()
export const termCounts = plannedEachTime(`select t.place::integer as term, (select count(*)::integer from repository_pieces p
    where p.org_id = :org and p.repository_id = :repository and p.words @@ t.query) as count
  from unnest(:terms::tsquery[]) with ordinality t (query, place)`).as<{ term: number; count: number }>()
export const matching =
  plannedEachTime(`select m.id from (select p.id, (select sum(t.weight) from unnest(:terms::tsquery[], :weights::real[])
      t (query, weight) where p.words @@ t.query) as weight ${from}) m
  where m.weight > 0 order by m.weight desc, m.id limit :limit`).as<{ id: string }>()
export const nearest = plannedEachTime(`select p.id ${from} and p.embedded_as = :model and p.embedding is not null
  order by p.embedding <=> :vector::vector limit :limit`).as<{ id: string }>()

export interface PieceRow {
  id: string
  path: string
  number: number
  start_line: number
  end_line: number
  content: string
  terms: number[]
  name_terms: number[]
  cosine: number | null
}
const termsIn = <Queries extends string>(queries: Queries) =>
  `array(select t.place::integer - 1 from unnest(${queries}::tsquery[]) with ordinality t (query, place) where p.words @@ t.query)` as const
const columns =
  `p.id, p.path, p.number, p.start_line, p.end_line, p.content, ${termsIn(':terms')} as terms, ${termsIn(':name_terms')} as name_terms,
  case when p.embedded_as = :model then (1 - (p.embedding <=> :vector::vector))::real end as cosine` as const
export const weigh = plannedEachTime(
  `select ${columns} ${from} and (p.id = any(:ids::uuid[]) or (p.number = 0 and p.path = any(:paths::text[])))`,
).as<PieceRow>()

export const contents = sql(`select f.path, f.content from repository_files f
  where f.org_id = :org and f.repository_id = :repository and f.path = any(:paths::text[]) and f.content is not null`).as<{
  path: string
  content: string
}>()
