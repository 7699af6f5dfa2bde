import { system } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { requireProject } from '../../projects/require-project.ts'
import * as contracts from './memory-vectors.contract.ts'
import { adopt, dropOld, insertPoints, mapDrawn, mapDue, organizationsToEmbed, vectorsOf } from './memory-vectors.queries.ts'
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

export const placeMemories = implement(contracts.placeMemories, async (ctx) => {
  const { model } = ctx.services.embeddings
  const due = model ? await ctx.tx.row(mapDue, { org: ctx.org }) : undefined
  if (!model || !due) return { scopes: 0, placed: 0 }
  const rows = await ctx.tx.rows(vectorsOf, { org: ctx.org, scope_id: due.scope_id, model: model.id, limit: max })
  const places = project(rows.map(({ embedding }) => vectorFromText(embedding)))
  const ids = rows.map(({ memory_id }) => memory_id)
  await ctx.tx.rows(insertPoints, { org: ctx.org, scope_id: due.scope_id, ids, xs: places.map(({ x }) => x), ys: places.map(({ y }) => y) })
  await ctx.tx.rows(mapDrawn, { org: ctx.org, scope_id: due.scope_id, now: ctx.clock.now() })
  // Another scope may be due; a job that finds none ends the chain.
  await ctx.enqueue('placeMemories', {})
  return { scopes: 1, placed: rows.length }
})

export const getMemoryMap = implement(contracts.getMemoryMap, async (ctx, { project, limit, memories }) =>
  mapOf(ctx, (await requireProject(ctx, project, 'read')).id, limit, memories),
)

export const getAgentMemoryMap = implement(contracts.getAgentMemoryMap, async (ctx, { agent, limit, memories }) =>
  mapOf(ctx, (await requireAgent(ctx, agent)).id, limit, memories),
)
