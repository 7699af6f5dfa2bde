import { plannedOnce, sql } from '../../../platform/postgres.ts'
import { visible } from '../entries/memory.queries.ts'
import type { Like } from '../ranking/ask-terms.ts'
import { type FoundMemories, liked, likeInMemories, memoriesFound, memoryCounts, memoryPlaces, told } from './memory-search-sql.ts'

export const currentModel = sql("select id from embedding_models where state = 'current'").as<{ id: string }>()

/** A whole search in one statement: count, compare, match and weigh. */
export const findMemories = plannedOnce(`with ${memoryCounts},
  totals as materialized (select c.place, c.count, s.size from memory_counts c cross join memory_size s),
  ${told}, ${memoryPlaces}
  select ${memoriesFound}, (${liked(likeInMemories)}) as like`).as<FoundMemories & { like: Like[] }>()

const longestRead = 20_000
/** Those that say all of these, whatever the case. */
export const memoriesSaying = sql(`select m.id from memories m where m.org_id = :org and m.id = any(:ids::uuid[])
  and not exists (select from unnest(:phrases::text[]) p (text) where strpos(lower(left(m.content, ${longestRead})), lower(p.text)) = 0)`).as<{
  id: string
}>()

export interface NamedMemory {
  id: string
  scope_id: string
  place: number
}
/** What is named by its ref; of a superseded memory the one at the end of its chain. */
export const namedMemories = sql(`with recursive chain (id, superseded_by) as (
    select m.id, m.superseded_by from memories m where m.org_id = :org and m.ref = any(:refs::text[])
    union select m.id, m.superseded_by from chain c join memories m on m.org_id = :org and m.id = c.superseded_by)
  select m.id, m.scope_id, m.place from chain c join memories m on m.org_id = :org and m.id = c.id
    left join projects p on p.org_id = m.org_id and p.id = m.project_id
  where c.superseded_by is null and m.deleted_at is null and ${visible}
    and (:scopes::uuid[] is null or m.scope_id = any(:scopes::uuid[])) and (:tag::text is null or m.tags @> array[:tag::text])
  order by m.id desc`).as<NamedMemory>()
