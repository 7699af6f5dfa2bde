import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { contentKnown, openReview } from '../reviews/open-review.ts'
import { drawMaps } from '../vectors/draw-maps.ts'
import type { Written } from '../vectors/embed-at-write.ts'
import { insertVectors } from '../vectors/memory-vectors.queries.ts'
import { memoryStored } from './memory.events.ts'
import { insertMemory, type MemoryRow, type Source } from './memory.queries.ts'
import { memoriesNamed } from './require-memory.ts'
import { forLog } from './show-memory.ts'
import type { MemoryScope } from './whose-memory.ts'

type Trust = MemoryRow['trust']

const order: readonly Trust[] = ['external', 'agent', 'person']
const outside = new Set(['web', 'import'])

const lowest = (all: readonly Trust[]): Trust => order.find((trust) => all.includes(trust)) ?? 'external'

export interface Entry {
  content: string
  tags?: readonly string[] | undefined
  sources?: readonly Source[] | undefined
  pinned?: boolean | undefined
  valid_from?: string | undefined
  valid_until?: string | undefined
}

/** Stores one memory: it can be found by its words once this commits, and by meaning too, or once the worker has embedded it. */
export async function storeMemoryEntry(ctx: Context, lane: MemoryScope, entry: Entry, written: Written | null = null): Promise<MemoryRow> {
  const memory = await insertEntry(ctx, lane, entry, written)
  if (!written || written.switching) await ctx.enqueue('embedMemories', {})
  return memory
}

/** Stores many at once, in the given order. */
export async function storeMemoryEntries(ctx: Context, lane: MemoryScope, entries: readonly Entry[]): Promise<MemoryRow[]> {
  const memories: MemoryRow[] = []
  for (const entry of entries) memories.push(await insertEntry(ctx, lane, entry))
  await ctx.enqueue('embedMemories', {})
  return memories
}

async function insertEntry(ctx: Context, lane: MemoryScope, entry: Entry, written: Written | null = null): Promise<MemoryRow> {
  const { content, tags = [], sources = [], pinned = false, valid_from = null, valid_until = null } = entry
  const id = newId()
  const trust = await trustOf(ctx, sources)
  const stored = ctx.tx.one(insertMemory, {
    org: ctx.org,
    id,
    scope: lane.scope,
    scope_id: lane.scope_id,
    project_id: lane.project_id,
    owner_id: lane.owner_id,
    content,
    tags: [...new Set(tags)],
    sources: JSON.stringify(sources),
    trust,
    pinned,
    valid_from,
    valid_until,
    user: userOf(ctx),
    agent: ctx.principal.agent,
    now: ctx.clock.now(),
    model: written?.model.id ?? null,
  })
  const same = contentKnown(ctx, { id, scope_id: lane.scope_id, content })
  const [memory, known] = await Promise.all([stored, same, written && storeVector(ctx, lane, id, written)])
  if (known !== undefined) await openReview(ctx, memory, known, 'duplicate', 1)
  ctx.emit(memoryStored, { memory: forLog(memory) })
  return memory
}

async function storeVector(ctx: Context, { scope_id, owner_id }: MemoryScope, id: string, { model, vector }: Written): Promise<void> {
  const row = { org: ctx.org, model: model.id, ids: [id], scopes: [scope_id], owners: [owner_id], vectors: [vector] }
  await Promise.all([ctx.tx.rows(insertVectors, row), drawMaps(ctx, [scope_id])])
}

/** A memory is only as trustworthy as the least trusted of its sources; a caller can't claim more for it. */
async function trustOf(ctx: Context, sources: readonly Source[]): Promise<Trust> {
  const speaker: Trust = ctx.principal.credential.kind === 'interactive' && !ctx.principal.agent ? 'person' : 'agent'
  const fromOutside: Trust[] = sources.some(({ kind }) => outside.has(kind)) ? ['external'] : []
  const known = sources.filter(({ kind, ref }) => kind === 'memory' && ref).map(({ ref = '' }) => ref)
  const memories = await memoriesNamed(ctx, known)
  const missing = known.find((name) => !memories.some(({ id, ref }) => id === name || ref === name.toUpperCase()))
  if (missing !== undefined) throw notFound('memory', missing, 'A source of kind memory is the ref of one that you can see.')
  return lowest([speaker, ...fromOutside, ...memories.map(({ trust }) => trust)])
}
