import type { Context } from '../../../kernel/context.ts'
import type { LockedMemory, MemoryRow } from './memory.queries.ts'

/** How many characters of each memory a list shows; fewer for an agent, which pays for every word. */
export const listed = (ctx: Context): number => (ctx.call.brief ? 500 : 2000)

const inLog = 200

export function cutMemory<M extends MemoryRow>(memory: M, max: number): M {
  const { content } = memory
  return content.length <= max
    ? memory
    : {
        ...memory,
        content: content
          .slice(0, max)
          .toWellFormed()
          .replace(/\uFFFD$/, ''),
      }
}

export const forLog = (memory: MemoryRow): MemoryRow => cutMemory(plain(memory), inLog)

/** Drops the columns that are read only when locking. */
export function plain(memory: MemoryRow | LockedMemory): MemoryRow {
  if (!('place' in memory)) return memory
  const { place: _, project_archived_at: __, ...rest } = memory
  return rest
}
