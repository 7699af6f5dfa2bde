import { userOf, type Context } from '../../kernel/context.ts'
import { newId } from '../../platform/ids.ts'
import { linkSameContent } from '../memory-reviews/link-same-content.ts'
import { memoryStored } from './memory.events.ts'
import { insertMemory, type MemoryRow, type Source } from './memory.queries.ts'
import { forLog } from './show-memory.ts'
import { trustOf } from './trust.ts'
import type { Lane } from './whose-memory.ts'

export interface Entry {
  content: string
  tags?: readonly string[] | undefined
  sources?: readonly Source[] | undefined
  pinned?: boolean | undefined
  valid_from?: string | undefined
  valid_until?: string | undefined
}

/** Stores one memory: found by its words when this commits, and by its meaning once the worker has embedded it. */
export async function storeMemoryEntry(ctx: Context, lane: Lane, entry: Entry): Promise<MemoryRow> {
  const memory = await insertEntry(ctx, lane, entry)
  await ctx.enqueue('embedMemories', {})
  return memory
}

/** Many at once, in their order. */
export async function storeMemoryEntries(ctx: Context, lane: Lane, entries: readonly Entry[]): Promise<MemoryRow[]> {
  const memories: MemoryRow[] = []
  for (const entry of entries) memories.push(await insertEntry(ctx, lane, entry))
  await ctx.enqueue('embedMemories', {})
  return memories
}

async function insertEntry(ctx: Context, lane: Lane, entry: Entry): Promise<MemoryRow> {
  const { content, tags = [], sources = [], pinned = false, valid_from = null, valid_until = null } = entry
  const memory = await ctx.tx.row(insertMemory, [
    ctx.org,
    newId(),
    lane.scope,
    lane.scope_id,
    lane.project_id,
    lane.owner_id,
    content,
    [...new Set(tags)],
    JSON.stringify(sources),
    await trustOf(ctx, sources),
    pinned,
    valid_from,
    valid_until,
    userOf(ctx),
    ctx.principal.agent,
    ctx.clock.now(),
  ])
  if (!memory) throw new Error('the memory was not stored')
  await linkSameContent(ctx, memory)
  ctx.emit(memoryStored, { memory: forLog(memory) })
  return memory
}
