import { plannedOnce, sql } from '../../../platform/postgres.ts'
import type { Like } from '../ranking/ask-terms.ts'
import { type FoundMemories, liked, likeInMemories, memoriesFound, memoryCounts, memoryPlaces, told } from './memory-search-sql.ts'

export const currentModel = sql("select id from embedding_models where state = 'current'").as<{ id: string }>()

/** A whole search in one statement: count, compare, match and weigh. */
export const findMemories = plannedOnce(`with ${memoryCounts},
  totals as materialized (select c.place, c.count, s.size from memory_counts c cross join memory_size s),
  ${told}, ${memoryPlaces}
  select ${memoriesFound}, (${liked(likeInMemories)}) as like`).as<FoundMemories & { like: Like[] }>()
