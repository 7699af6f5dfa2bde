import type { z } from 'zod'
import type { TxContext } from '../../../kernel/context.ts'
import { together } from '../../../platform/together.ts'
import { memoriesInOrder } from '../../memory/entries/require-memory.ts'
import type { Found, GradedThing } from './find-things.ts'
import { marksIn, snippetOf } from './mark-words.ts'
import { stemsOf } from '../../memory/ranking/query-terms.ts'
import type { Thing } from './rank-things.ts'
import type { search } from './search.contract.ts'
import * as queries from './search.queries.ts'
import type { NamedRow } from './search.queries.ts'

export type Hit = z.input<(typeof search)['output']>['items'][number]
type Shown = Omit<Hit, 'confidence' | 'score' | 'why'>

const rounded = (value: number): number => Math.round(value * 1000) / 1000
const titleOfMemory = 120

/** The given hits, as the caller reads them. */
export async function showThings(outer: TxContext, { question, archived }: Found, things: readonly GradedThing[]): Promise<Hit[]> {
  const ctx = together(outer)
  const byWeight = question.terms
    .map((term, place) => ({ term, weight: question.weights[place] ?? 0 }))
    .toSorted((a, b) => b.weight - a.weight)
  const stems = byWeight.flatMap(({ term }) => stemsOf(term))
  const found = await Promise.all([documents(ctx, things, stems), memories(ctx, things, stems, archived)])
  const shown = new Map(found.flat().map((one) => [one.id, one]))
  return things.flatMap(({ id, confidence, score, exact, terms, cosine }) => {
    const one = shown.get(id)
    const words = [...new Set(terms.map((term) => question.terms[term]?.word ?? ''))]
    return one
      ? { ...one, confidence, score: rounded(score), why: { exact, words, meaning: cosine === null ? null : rounded(cosine) } }
      : []
  })
}

async function documents(ctx: TxContext, things: readonly Thing[], stems: readonly string[]): Promise<Shown[]> {
  const rows = things.flatMap(({ row }) => row ?? [])
  if (rows.length === 0) return []
  const [found, statuses] = await Promise.all([
    ctx.tx.rows(queries.show, { org: ctx.org, ids: rows, words: stems }),
    ctx.tx.rows(queries.statuses, { org: ctx.org, ids: things.flatMap(({ id, row }) => (row ? id : [])) }),
  ])
  return found.map(({ row_id, passage, ...row }) => ({
    ...toNamed(row),
    status: statuses.find(({ id }) => id === row.id)?.status ?? null,
    title_marks: marksIn(row.title, stems),
    snippet: snippetOf(passage, stems),
    comment_id: row_id === row.id ? null : row_id,
  }))
}

export function toNamed({ project_id, project_slug, project_name, kind, ...row }: NamedRow) {
  const project = project_id === null ? null : { id: project_id, slug: project_slug ?? '', name: project_name ?? '' }
  return { ...row, kind: kind as Hit['kind'], project }
}

async function memories(ctx: TxContext, things: readonly Thing[], stems: readonly string[], archived: boolean): Promise<Shown[]> {
  const ids = things.filter(({ kind }) => kind === 'memory').map(({ id }) => id)
  if (ids.length === 0) return []
  const [found, projects] = await Promise.all([memoriesInOrder(ctx, ids), ctx.tx.rows(queries.projectsOfMemories, { org: ctx.org, ids })])
  return found.flatMap(({ id, ref, content, project_id, updated_at }) => {
    const place = projects.find((project) => project.id === project_id)
    if (place?.archived && !archived) return []
    const title = (content.trim().split('\n')[0] ?? '').slice(0, titleOfMemory).toWellFormed()
    return {
      ...{ kind: 'memory' as const, id, ref, title, status: null, updated_at, comment_id: null },
      project: place ? { id: place.id, slug: place.slug, name: place.name } : null,
      title_marks: marksIn(title, stems),
      snippet: snippetOf(content, stems),
    }
  })
}
