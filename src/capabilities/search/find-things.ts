import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import { findMemories } from '../memory-search/find-memories.ts'
import { searchable, type Asked as AskedVector } from '../memory-search/question-vector.ts'
import { requireProject } from '../projects/require-project.ts'
import { findDocuments } from './find-documents.ts'
import { mostHits } from './page-place.ts'
import { readQuestion, type Question } from './question.ts'
import { rankThings, type Thing } from './rank-things.ts'
import type { search } from './search.contract.ts'

export interface Asked {
  q: string
  kinds?: readonly string[] | undefined
  project?: string | undefined
  archived?: boolean
}

type Kind = z.input<(typeof search)['output']>['facets'][number]['kind']

export interface Found {
  question: Question
  weights: number[]
  things: Thing[]
  facets: { kind: Kind; count: number }[]
  archived: boolean
  mode: 'hybrid' | 'text'
  note: string | null
}

const memories = 50

/** Everything that may answer, documents and memories ranked together. */
export async function findThings(
  ctx: Context,
  { q, kinds, project: name, archived = false }: Asked,
  embedded: AskedVector,
): Promise<Found> {
  const project = name === undefined ? null : (await requireProject(ctx, name, 'read')).id
  const [question, asked] = await Promise.all([readQuestion(ctx, q), searchable(ctx, embedded)])
  const vector = 'vector' in asked ? asked : null
  const where = { kinds: kinds ? kinds.filter((kind) => kind !== 'memory') : null, project, archived: archived || project !== null }
  // A phrase is looked for word for word, which the search of memories does not do.
  const remembered = (!kinds || kinds.includes('memory')) && question.phrases.length === 0
  const [documents, recalled] = await Promise.all([
    findDocuments(ctx, question, where, vector),
    remembered ? findMemories(ctx, { text: q, scopes: project ? [project] : null, asked }) : null,
  ])
  const things = rankThings(documents.rows, recalled?.ranked.slice(0, memories) ?? [], documents.weights, {
    refs: question.refs,
    meaning: vector !== null,
    now: ctx.clock.now(),
  }).slice(0, mostHits)
  const { weights } = documents
  const note = 'note' in asked ? asked.note : null
  return {
    question,
    weights,
    things,
    facets: facetsOf(documents.counts, things),
    archived: where.archived,
    mode: vector ? 'hybrid' : 'text',
    note,
  }
}

/** What words have found is counted in the database; what was found otherwise is counted here. */
function facetsOf(counts: ReadonlyMap<string, number>, things: readonly Thing[]) {
  const shown = Map.groupBy(things, ({ kind }) => kind)
  return [...new Set([...counts.keys(), ...shown.keys()])]
    .map((kind) => ({ kind: kind as Kind, count: Math.max(counts.get(kind) ?? 0, shown.get(kind)?.length ?? 0) }))
    .toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
}
