import { system } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { requireProject } from '../../projects/require-project.ts'
import * as contracts from './memory-vectors.contract.ts'
import {
  adopt,
  dropOld,
  insertPoints,
  lockMap,
  mapDrawn,
  mapDue,
  organizationsToEmbed,
  vectorsBeside,
  vectorsOf,
} from './memory-vectors.queries.ts'
import { mapAfter } from './draw-maps.ts'
import { project } from './principal-axes.ts'
import { mapOf, vectorFromText } from './vectors.ts'

const oldKeptDays = 7

export const adoptEmbeddingModel = implement(contracts.adoptEmbeddingModel, async (ctx) => {
  const { model } = ctx.services.embeddings
  const now = ctx.clock.now()
  if (!model) return { state: 'off' as const, dropped: 0 }
  const row = await ctx.tx.row(adopt, { id: model.id, name: model.name, dimensions: model.dimensions, now })
  const gone = await ctx.tx.row(dropOld, { model: new Date(now.getTime() - oldKeptDays * 86_400_000) })
  return { state: row?.state ?? ('off' as const), dropped: gone?.dropped ?? 0 }
})

const atOnce = 200

/** Covers what was stored while the model was unavailable, and everything after a change of model. */
export const queueEmbeddings = implement(contracts.queueEmbeddings, async (ctx) => {
  const { model } = ctx.services.embeddings
  if (!model) return { organizations: 0 }
  await ctx.enqueue('adoptEmbeddingModel', {})
  const waiting = await ctx.tx.rows(organizationsToEmbed, { model: model.id, limit: atOnce })
  for (const { org_id } of waiting) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('embedMemories', {})
  }
  return { organizations: waiting.length }
})

/** A map shows at most this many points, the newest ones: more could not be told apart. */
const max = 2000

/**
 * The map is computed outside the transaction, which locks the scope's row: whoever stores a memory needs that row too, and should not wait
 * for a drawing. What was stored while it was drawn leaves it due.
 */
export const placeMemories = implement(contracts.placeMemories, {
  async prepare(ctx) {
    const { model } = ctx.services.embeddings
    if (!model) return null
    const read = await ctx.transaction('read', async ({ tx }) => {
      const due = await tx.row(mapDue, { org: ctx.org })
      return due && { ...due, rows: await tx.rows(vectorsOf, { org: ctx.org, scope_id: due.scope_id, model: model.id, limit: max }) }
    })
    if (!read) return null
    const places = project(read.rows.map(({ embedding }) => vectorFromText(embedding)))
    const ids = read.rows.map(({ memory_id }) => memory_id)
    return { model: model.id, scope_id: read.scope_id, ids, xs: places.map(({ x }) => x), ys: places.map(({ y }) => y) }
  },
  async handle(ctx, _, drawn) {
    if (!drawn) return { scopes: 0, placed: 0 }
    const { model, scope_id, ids, xs, ys } = drawn
    const now = ctx.clock.now()
    // Waits for whoever is storing a memory in it.
    await ctx.tx.row(lockMap, { org: ctx.org, scope_id })
    const { others } = await ctx.tx.one(vectorsBeside, { org: ctx.org, scope_id, model, ids, limit: max })
    await ctx.tx.rows(insertPoints, { org: ctx.org, scope_id, ids, xs, ys })
    await ctx.tx.rows(mapDrawn, { org: ctx.org, scope_id, now, due: others })
    // Another scope may be due; a job that finds none ends the chain.
    await ctx.enqueue('placeMemories', {}, others ? { startAfter: new Date(now.getTime() + mapAfter) } : {})
    return { scopes: 1, placed: ids.length }
  },
})

export const getMemoryMap = implement(contracts.getMemoryMap, async (ctx, { project, limit, memories }) =>
  mapOf(ctx, (await requireProject(ctx, project, 'read')).id, limit, memories),
)

export const getAgentMemoryMap = implement(contracts.getAgentMemoryMap, async (ctx, { agent, limit, memories }) =>
  mapOf(ctx, (await requireAgent(ctx, agent)).id, limit, memories),
)
