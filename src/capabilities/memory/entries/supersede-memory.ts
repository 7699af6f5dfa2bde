import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { contentKnown } from '../reviews/open-review.ts'
import { nearestTo, readNear, reviewNear } from '../reviews/similar-memories.ts'
import { embedWritten, usable, type Written } from '../vectors/embed-at-write.ts'
import * as contracts from './memory.contract.ts'
import { memorySuperseded } from './memory.events.ts'
import { dropVectors, headOf, lockedMemory, supersede, type LockedMemory, type MemoryRow } from './memory.queries.ts'
import { requireOwnMemory, requireVersion } from './require-memory.ts'
import { cutMemory, forLog, listed, plain } from './show-memory.ts'
import { storeMemoryEntry, type Entry } from './store-memory-entry.ts'

export const supersedeMemory = implement(contracts.supersedeMemory, {
  prepare: (ctx, { content }) => embedWritten(ctx, content),
  async handle(outer, { memory: name, version, ...entry }, prepared) {
    const ctx = together(outer)
    const [{ before, twin }, written] = await Promise.all([requirePlace(ctx, name, entry.content), usable(ctx, prepared)])
    requireVersion(before, version)
    if (twin) await supersedeWith(ctx, before, twin.id)
    const memory = twin ?? (await replace(ctx, before, entry, written))
    ctx.target(memory.id)
    return cutMemory(plain(memory), listed(ctx))
  },
})

async function replace(ctx: Context, before: LockedMemory, entry: Entry, written: Written | null): Promise<MemoryRow> {
  const near = written ? await nearestTo(ctx, before.scope_id, written, [before.id]) : []
  const [others, memory] = await Promise.all([readNear(ctx, near), storeInPlaceOf(ctx, before, entry, written)])
  await reviewNear(ctx, memory, others)
  return memory
}

/** The memory to supersede, and the live one that already says what is to take its place, both locked. */
interface Place {
  before: LockedMemory
  twin: LockedMemory | undefined
}

/**
 * Refused unless it is the newest of its chain. Whoever stored a memory and then learns which one it replaces sends the same text again: it
 * takes that one's place and is not stored twice.
 */
export async function requirePlace(ctx: Context, name: string, content: string): Promise<Place> {
  const before = await requireOwnMemory(ctx, name)
  await requireCurrent(ctx, before)
  const known = await contentKnown(ctx, { id: before.id, scope_id: before.scope_id, content })
  const twin = known === undefined ? undefined : await ctx.tx.row(lockedMemory, { org: ctx.org, name: known })
  return { before, twin: twin?.superseded_by === null ? twin : undefined }
}

/** Stores a replacement in the scope of the old memory, with its tags and pin unless others are given. */
export async function storeInPlaceOf(ctx: Context, before: LockedMemory, entry: Entry, written: Written | null): Promise<MemoryRow> {
  const { scope, scope_id, project_id, owner_id } = before
  const kept = { tags: before.tags, pinned: before.pinned }
  const memory = await storeMemoryEntry(ctx, { scope, scope_id, project_id, owner_id }, { ...kept, ...entry }, written)
  await supersedeWith(ctx, before, memory.id)
  return memory
}

/** A chain has one end: whatever supersedes a memory supersedes the newest of its chain. Names that one. */
export async function requireCurrent(ctx: Context, memory: LockedMemory): Promise<void> {
  if (!memory.superseded_by) return
  const head = await ctx.tx.one(headOf, { org: ctx.org, id: memory.id })
  const next = head.deleted ? 'It was deleted: restore it first, {restoreMemory}.' : 'Supersede that one instead.'
  throw new Refusal('already_superseded', `A newer memory has superseded this one; the newest is ${head.ref}. ${next}`, { head: head.id })
}

/** Takes an entry out of search and keeps it as the history of another. Both are locked and the newest of their chains, so no circle comes of it. */
export async function supersedeWith(ctx: Context, before: MemoryRow, by: string): Promise<void> {
  const [old] = await Promise.all([
    ctx.tx.one(supersede, { org: ctx.org, id: before.id, by, now: ctx.clock.now() }),
    ctx.tx.rows(dropVectors, { org: ctx.org, memories: [before.id] }),
  ])
  ctx.emit(memorySuperseded, { memory: forLog(old), by })
}
