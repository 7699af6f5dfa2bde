import { plannedOnce, sql } from '../../../platform/postgres.ts'
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
