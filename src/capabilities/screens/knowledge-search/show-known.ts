import type { z } from 'zod'
import type { TxContext } from '../../../kernel/context.ts'
import { together } from '../../../platform/together.ts'
import { memoriesInOrder } from '../../memory/entries/require-memory.ts'
import { memoryStatusOf } from '../../memory/entries/memory-status.ts'
import type { Found } from '../search/find-things.ts'
import { stemsOf } from '../../memory/ranking/query-terms.ts'
import type { GradedThing } from '../search/find-things.ts'
import { passageOf } from '../../memory/ranking/passage.ts'
import type { searchKnowledge } from './knowledge-search.contract.ts'
import { documents } from './knowledge-search.queries.ts'

type Hit = z.input<(typeof searchKnowledge)['output']>['items'][number]
type Known = Omit<Hit, 'confidence' | 'score' | 'why'>

/** An agent pays for every word of a hit; what was cut is one call away. */
const maxPassage = 400
const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** The hits, each cut to the passage that answers. */
export async function showKnown(outer: TxContext, { question }: Found, things: readonly GradedThing[], max = maxPassage): Promise<Hit[]> {
  const ctx = together(outer)
  const stems = question.terms.flatMap((term, place) => stemsOf(term).map((stem) => ({ stem, weight: question.weights[place] ?? 0 })))
  const cut = (text: string, length = text.length) => {
    const content = passageOf(text, stems, max)
    return { content, ...(length > content.length && { content_length: length }) }
  }
  const found = await Promise.all([memories(ctx, things, cut), others(ctx, things, cut)])
  const known = new Map(found.flat().map((one) => [one.id, one]))
  return things.flatMap(({ id, confidence, score, terms, cosine }) => {
    const one = known.get(id)
    const text = [...new Set(terms.map((term) => question.terms[term]?.word ?? ''))]
    return one ? { ...one, confidence, score: rounded(score), why: { text, meaning: cosine === null ? null : rounded(cosine) } } : []
  })
}

type Cut = (text: string, length?: number) => Pick<Hit, 'content' | 'content_length'>

async function memories(ctx: TxContext, things: readonly GradedThing[], cut: Cut): Promise<Known[]> {
  const ids = things.filter(({ kind }) => kind === 'memory').map(({ id }) => id)
  const [found, statuses] = await Promise.all([memoriesInOrder(ctx, ids), memoryStatusOf(ctx, ids)])
  return found.map(({ id, ref, content, created_at, trust, pinned, tags }) => ({
    ...{ kind: 'memory' as const, id, ref, title: null, project: null, status: null, superseded_by: null, trust, pinned, tags },
    ...cut(content),
    ...(statuses.get(id) ?? { at: created_at, by: '', supersedes: null, supersedes_ref: null, contradicts: [] }),
  }))
}

async function others(ctx: TxContext, things: readonly GradedThing[], cut: Cut): Promise<Known[]> {
  const rows = things.flatMap(({ row }) => row ?? [])
  if (rows.length === 0) return []
  return (await ctx.tx.rows(documents, { org: ctx.org, documents: rows })).map(({ body, length, kind, ...row }) => ({
    ...row,
    kind: kind as Hit['kind'],
    ...cut(body, length),
    ...{ supersedes: null, supersedes_ref: null, contradicts: [], pinned: false, tags: [] },
  }))
}
