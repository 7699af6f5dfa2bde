import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import * as contracts from './memory.contract.ts'
import { memorySuperseded } from './memory.events.ts'
import { dropVectors, supersede, type LockedMemory, type MemoryRow } from './memory.queries.ts'
import { requireOwnMemory, requireVersion } from './require-memory.ts'
import { cutMemory, forLog, listed } from './show-memory.ts'
import { storeMemoryEntry, type Entry } from './store-memory-entry.ts'

export const supersedeMemory = implement(contracts.supersedeMemory, async (ctx, { memory: id, version, ...entry }) => {
  const before = await requireCurrentMemory(ctx, id)
  requireVersion(before, version)
  const memory = await storeInPlaceOf(ctx, before, entry)
  ctx.target(memory.id)
  return cutMemory(memory, listed(ctx))
})

/** A memory that may be superseded, locked. */
export async function requireCurrentMemory(ctx: Context, id: string): Promise<LockedMemory> {
  const memory = await requireOwnMemory(ctx, id)
  requireCurrent(memory)
  return memory
}

/** Stores a replacement in the scope of the old memory, with its tags and pin unless others are given. */
export async function storeInPlaceOf(ctx: Context, before: LockedMemory, entry: Entry): Promise<MemoryRow> {
  const { scope, scope_id, project_id, owner_id } = before
  const kept = { tags: before.tags, pinned: before.pinned }
  const memory = await storeMemoryEntry(ctx, { scope, scope_id, project_id, owner_id }, { ...kept, ...entry })
  await supersedeWith(ctx, before, memory.id)
  return memory
}

export function requireCurrent(memory: MemoryRow): void {
  if (memory.superseded_by) throw new Refusal('conflict', `A newer memory has superseded this one: ${memory.superseded_by}.`)
}

/** Takes an entry out of search and keeps it as the history of another. */
export async function supersedeWith(ctx: Context, before: MemoryRow, by: string): Promise<void> {
  const old = await ctx.tx.row(supersede, { org: ctx.org, id: before.id, by, now: ctx.clock.now() })
  await ctx.tx.rows(dropVectors, { org: ctx.org, memories: [before.id] })
  if (old) ctx.emit(memorySuperseded, { memory: forLog(old), by })
}
