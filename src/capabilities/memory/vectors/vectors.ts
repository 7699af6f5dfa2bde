import type { Context } from '../../../kernel/context.ts'
import { mapState, mappable, points } from './memory-vectors.queries.ts'

/** A vector in pgvector's text format. */
export const vectorText = (vector: Float32Array): string => `[${vector.join(',')}]`

export const vectorFromText = (text: string): Float32Array => Float32Array.from(JSON.parse(text) as number[])

/** The points of one scope that the caller may see. */
export async function mapOf(ctx: Context, scope: string, limit: number, memories?: string[]) {
  const [found, all, state] = await Promise.all([
    ctx.tx.rows(points, { org: ctx.org, scope, limit, memories: memories ?? null }),
    ctx.tx.one(mappable, { org: ctx.org, scope }),
    ctx.tx.row(mapState, { org: ctx.org, scope }),
  ])
  return { points: found, total: all.count, placed_at: state?.placed_at ?? null, outdated: state?.due ?? false }
}

/** Roughly where comparing every entry stops being faster than the index; up to here the search also misses nothing (docs/memory.md). */
export const maxExact = 4000
