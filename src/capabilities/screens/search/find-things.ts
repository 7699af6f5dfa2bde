import type { z } from 'zod'
import type { TxContext } from '../../../kernel/context.ts'
import { memoryCandidates, memoryIndex } from '../../memory/search/find-memories.ts'
import { searchable, type Asked as AskedVector } from '../../memory/search/question-vector.ts'
import { requireProject } from '../../projects/require-project.ts'
import { documentIndex, findDocuments } from './find-documents.ts'
import { maxHits } from './page-place.ts'
import { readQuestion, type Question } from './question.ts'
import { rankThings, type Thing } from './rank-things.ts'
import type { search } from './search.contract.ts'

export interface Asked {
  q: string
  kinds?: readonly string[] | undefined
  project?: string | undefined
  archived?: boolean
  /** Which memories, where not those of the project or all that the caller may see. */
  memories?: { scopes: string[] | null; tag?: string | undefined }
  /** As an agent asks: quotes are no phrases to be found word for word, and a memory that only stands beside the words may answer. */
  recalls?: boolean
}

type Kind = z.input<(typeof search)['output']>['facets'][number]['kind']

export interface Found {
  question: Question
  things: Thing[]
  facets: { kind: Kind; count: number }[]
  archived: boolean
  mode: 'hybrid' | 'text'
  note: string | null
}

/** Everything that may answer, documents and memories ranked together. */
export async function findThings(
  ctx: TxContext,
  { q, kinds, project: name, archived = false, memories: which, recalls = false }: Asked,
  embedded: AskedVector,
): Promise<Found> {
  const project = name === undefined ? null : (await requireProject(ctx, name, 'read')).id
  const where = { kinds: kinds ? kinds.filter((kind) => kind !== 'memory') : null, project, archived: archived || project !== null }
  const { scopes, tag } = which ?? { scopes: project ? [project] : null }
  const [memories, documents] = await Promise.all([memoryIndex(ctx, scopes), documentIndex(ctx, where)])
  const [question, asked] = await Promise.all([
    readQuestion(ctx, recalls ? q.replaceAll('"', ' ') : q, [memories, documents]),
    searchable(ctx, embedded),
  ])
  const [inMemories = [], held = []] = question.counts
  const vector = 'vector' in asked ? asked : null
  // A phrase is looked for word for word, which the search of memories does not do.
  const remembers = (!kinds || kinds.includes('memory')) && question.phrases.length === 0
  const [found, recalled] = await Promise.all([
    findDocuments(ctx, question, where, vector, { held, size: documents.size }),
    remembers ? memoryCandidates(ctx, { text: q, scopes, tag }, { ...question, counts: inMemories }, vector, memories.size) : [],
  ])
  const things = rankThings(found.rows, recalled, question, { meaning: vector !== null, recalls, now: ctx.clock.now() }).slice(0, maxHits)
  return {
    question,
    things,
    facets: facetsOf(found.counts, things),
    archived: where.archived,
    mode: vector ? 'hybrid' : 'text',
    note: 'note' in asked ? asked.note : null,
  }
}

/** What words have found is counted in the database; what was found otherwise is counted here. */
function facetsOf(counts: ReadonlyMap<string, number>, things: readonly Thing[]) {
  const shown = Map.groupBy(things, ({ kind }) => kind)
  return [...new Set([...counts.keys(), ...shown.keys()])]
    .map((kind) => ({ kind: kind as Kind, count: Math.max(counts.get(kind) ?? 0, shown.get(kind)?.length ?? 0) }))
    .toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
}
