import type { Context, TxContext } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { lockedDeleted, lockedMemory, type LockedMemory, memoriesById, memoryById, type MemoryRow } from './memory.queries.ts'

const missing = (id: string) => notFound('memory', id, 'Use {searchMemory} or {listMemories} to find its id.')

/** A memory the caller may see. */
export async function requireMemory(ctx: Context, id: string): Promise<MemoryRow> {
  const memory = await ctx.tx.row(memoryById, { org: ctx.org, id })
  if (!memory) throw missing(id)
  return memory
}

/** The same, locked; refused if its project is archived. */
export async function requireOwnMemory(ctx: Context, id: string, which: 'live' | 'deleted' = 'live'): Promise<LockedMemory> {
  const memory = await ctx.tx.row(which === 'live' ? lockedMemory : lockedDeleted, { org: ctx.org, id })
  if (!memory && which === 'deleted') throw notFound('deleted memory', id, 'It may be live, or gone for good after 30 days.')
  if (!memory) throw missing(id)
  if (memory.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: {archiveProject with restore: true}.')
  }
  return memory
}

export function requireVersion(memory: MemoryRow, version: number | undefined): void {
  if (version === undefined || version === memory.version) return
  throw new Refusal(
    'stale_version',
    `Someone changed this memory in the meantime; it is at version ${memory.version}. Read it again and repeat.`,
  )
}

/** The given memories in the given order, without those that the caller may not see. */
export async function memoriesInOrder(ctx: TxContext, ids: readonly string[]): Promise<MemoryRow[]> {
  if (ids.length === 0) return []
  const rows = new Map((await ctx.tx.rows(memoriesById, { org: ctx.org, ids })).map((memory) => [memory.id, memory]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}
