import { implement } from '../../kernel/operation.ts'
import * as contracts from './memory-vectors.contract.ts'
import { insertPoints, mapDrawn, mapDue, vectorsOf } from './memory-vectors.queries.ts'
import { project } from './principal-axes.ts'
import { vectorFromText } from './vector-text.ts'

/** A map shows so many at most, the newest: more could not be told apart. */
const most = 2000

export const placeMemories = implement(contracts.placeMemories, async (ctx) => {
  const { model } = ctx.services.embeddings
  const due = model ? await ctx.tx.row(mapDue, [ctx.org]) : undefined
  if (!model || !due) return { scopes: 0, placed: 0 }
  const rows = await ctx.tx.rows(vectorsOf, [ctx.org, due.scope_id, model.id, most])
  const places = project(rows.map(({ embedding }) => vectorFromText(embedding)))
  const ids = rows.map(({ memory_id }) => memory_id)
  await ctx.tx.rows(insertPoints, [ctx.org, due.scope_id, ids, places.map(({ x }) => x), places.map(({ y }) => y)])
  await ctx.tx.rows(mapDrawn, [ctx.org, due.scope_id, ctx.clock.now()])
  // Another scope may wait; a job that finds none ends the chain.
  await ctx.enqueue('placeMemories', {})
  return { scopes: 1, placed: rows.length }
})
