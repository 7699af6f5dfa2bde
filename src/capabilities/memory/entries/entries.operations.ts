import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import * as contracts from './memory.contract.ts'
import { memoryDeleted, memoryRestored, memoryUpdated } from './memory.events.ts'
import * as queries from './memory.queries.ts'
import { dropVectors, historyOf, type MemoryRow, setDeleted } from './memory.queries.ts'
import { requireMemory, requireOwnMemory, requireVersion } from './require-memory.ts'
import { cutMemory, forLog, listed, plain } from './show-memory.ts'
import { storeMemoryEntries } from './store-memory-entry.ts'
import { writableScope } from './whose-memory.ts'

export const storeMemories = implement(contracts.storeMemories, async (ctx, { entries, ...named }) => {
  const memories = await storeMemoryEntries(ctx, await writableScope(ctx, named), entries)
  return { items: memories.map(({ id, ref, trust }) => ({ id, ref, trust })) }
})

/** A memory supersedes only memories of the same scope, so whoever can see it can see its history. */
export const getMemory = implement(contracts.getMemory, async (ctx, { memory: name }) => {
  const memory = await requireMemory(ctx, name)
  return { ...memory, history: await ctx.tx.rows(historyOf, { org: ctx.org, id: memory.id }) }
})

type Changeable = Pick<queries.MemoryRow, 'tags' | 'pinned' | 'valid_from' | 'valid_until'>

export const updateMemory = implement(contracts.updateMemory, async (ctx, { memory: name, version, tags, ...fields }) => {
  const before = await requireOwnMemory(ctx, name)
  const { id } = before
  requireVersion(before, version)
  ctx.target(id)
  const wanted: { [Field in keyof Changeable]?: Changeable[Field] | undefined } = { ...fields, ...(tags && { tags: [...new Set(tags)] }) }
  const changed = (Object.keys(wanted) as (keyof Changeable)[]).filter(
    (field) => wanted[field] !== undefined && JSON.stringify(wanted[field]) !== JSON.stringify(before[field]),
  )
  if (changed.length === 0) return plain(before)
  const named = Object.fromEntries(changed.map((field) => [field, wanted[field]]))
  const merged: queries.LockedMemory = { ...before, ...named }
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.updateMemory, {
    org: ctx.org,
    id,
    tags: merged.tags,
    pinned: merged.pinned,
    valid_from: merged.valid_from,
    valid_until: merged.valid_until,
    now,
  })
  const memory = (await ctx.tx.row(queries.memoryById, { org: ctx.org, id })) ?? plain(merged)
  ctx.emit(memoryUpdated, { memory: forLog(memory), changed })
  return memory
})

export const deleteMemory = implement(contracts.deleteMemory, async (ctx, { memory: name }) => {
  const { id } = await requireOwnMemory(ctx, name)
  return cutMemory(await deleteEntry(ctx, id), listed(ctx))
})

/** Its vector is deleted at once; restoring the memory computes a new one. */
async function deleteEntry(ctx: Context, id: string): Promise<MemoryRow> {
  const now = ctx.clock.now()
  const memory = await ctx.tx.one(setDeleted, { org: ctx.org, id, deleted_at: now, now })
  await ctx.tx.rows(dropVectors, { org: ctx.org, memories: [id] })
  ctx.target(id)
  ctx.emit(memoryDeleted, { memory: forLog(memory) })
  return memory
}

export const restoreMemory = implement(contracts.restoreMemory, async (ctx, { memory: name }) => {
  const { id } = await requireOwnMemory(ctx, name, 'deleted')
  const memory = await ctx.tx.one(setDeleted, { org: ctx.org, id, deleted_at: null, now: ctx.clock.now() })
  await ctx.enqueue('embedMemories', {})
  ctx.target(id)
  ctx.emit(memoryRestored, { memory: forLog(memory) })
  return cutMemory(memory, listed(ctx))
})
