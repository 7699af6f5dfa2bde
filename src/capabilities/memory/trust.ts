import type { Context } from '../../kernel/context.ts'
import { isId } from '../../platform/ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { memoriesById, type MemoryRow, type Source } from './memory.queries.ts'

export type Trust = MemoryRow['trust']

const order: readonly Trust[] = ['external', 'agent', 'person']
const outside = new Set(['web', 'import'])

export const lowest = (all: readonly Trust[]): Trust => order.find((trust) => all.includes(trust)) ?? 'external'

/** What a memory says is worth as much as the least of what it was learnt from; nobody can claim more for it. */
export async function trustOf(ctx: Context, sources: readonly Source[]): Promise<Trust> {
  const speaker: Trust = ctx.principal.credential.kind === 'interactive' && !ctx.principal.agent ? 'person' : 'agent'
  const fromOutside: Trust[] = sources.some(({ kind }) => outside.has(kind)) ? ['external'] : []
  const known = sources.filter(({ kind, ref }) => kind === 'memory' && ref).map(({ ref = '' }) => ref)
  const memories = known.length > 0 ? await ctx.tx.rows(memoriesById, [ctx.org, known.filter(isId)]) : []
  const missing = known.find((id) => !memories.some((memory) => memory.id === id))
  if (missing !== undefined) throw notFound('memory', missing, 'A source of kind memory is the id of one that you can see.')
  return lowest([speaker, ...fromOutside, ...memories.map(({ trust }) => trust)])
}
