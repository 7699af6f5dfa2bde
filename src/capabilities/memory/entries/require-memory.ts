import type { Context, TxContext } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import {
  lockedDeleted,
  lockedDeletedByRef,
  lockedMemory,
  lockedMemoryByRef,
  type LockedMemory,
  memoriesById,
  memoriesByName,
  memoryById,
  memoryByRef,
  type MemoryRow,
} from './memory.queries.ts'

const missing = (name: string) => notFound('memory', name, 'Use {searchMemory} or {listMemories} to find its ref.')

/** A memory the caller may see, by ref or id. */
export async function requireMemory(ctx: Context, name: string): Promise<MemoryRow> {
  const memory = await (isId(name) ? ctx.tx.row(memoryById, { org: ctx.org, id: name }) : ctx.tx.row(memoryByRef, { org: ctx.org, name }))
  if (!memory) throw missing(name)
  return memory
}

/** Of these refs and ids, the memories that the caller may see. */
export async function memoriesNamed(ctx: TxContext, names: readonly string[]): Promise<MemoryRow[]> {
  if (names.length === 0) return []
  const refs = names.filter((name) => !isId(name)).map((name) => name.toUpperCase())
  return ctx.tx.rows(memoriesByName, { org: ctx.org, ids: names.filter(isId), refs })
}

/** The same, locked; refused if its project is archived. */
export async function requireOwnMemory(ctx: Context, name: string, which: 'live' | 'deleted' = 'live'): Promise<LockedMemory> {
  const [byId, byRef] = which === 'live' ? [lockedMemory, lockedMemoryByRef] : [lockedDeleted, lockedDeletedByRef]
  const memory = await ctx.tx.row(isId(name) ? byId : byRef, { org: ctx.org, name })
  if (!memory && which === 'deleted') throw notFound('deleted memory', name, 'It may be live, or gone for good after 30 days.')
  if (!memory) throw missing(name)
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
