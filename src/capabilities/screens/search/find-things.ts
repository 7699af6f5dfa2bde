import type { TxContext } from '../../../kernel/context.ts'
import { together } from '../../../platform/together.ts'
import { askTerms, type Seeking } from '../../memory/ranking/ask-terms.ts'
import { type Confidence, graded } from '../../memory/ranking/grade.ts'
import { tuned } from '../../memory/ranking/rank.ts'
import { candidatesIn, comparingOf, seekingMemories } from '../../memory/search/find-memories.ts'
import type { Asked as AskedVector } from '../../memory/search/question-vector.ts'
import { memoriesNamedIn } from '../../memory/search/named-memories.ts'
import { maxQuoting, memoriesQuoting, quotedIn } from '../../memory/search/quoted.ts'
import { requireProject } from '../../projects/require-project.ts'
import { documentsIn, seekingDocuments } from './find-documents.ts'
import { readQuestion, type Question } from './question.ts'
import { rankThings, type Thing } from './rank-things.ts'
import { documentsSaying, findAll } from './search.queries.ts'

export interface Asked {
  q: string
  kinds?: readonly string[] | undefined
  project?: string | undefined
  archived?: boolean
  /** Which memories to search, if not those of the project or all that the caller may see. */
  memories?: { scopes: string[] | null | Promise<string[] | null>; tag?: string | undefined }
  /** Searches as an agent does: quotes don't make exact phrases. */
  recalls?: boolean
}

export type GradedThing = Thing & { confidence: Confidence }

export interface Found {
  question: Question
  things: GradedThing[]
  /** How many things of each kind hold one of the words. */
  counts: ReadonlyMap<string, number>
  archived: boolean
  mode: 'hybrid' | 'text'
  note: string | null
}

/** Everything that may answer, documents and memories ranked together. */
export async function findThings(
  outer: TxContext,
  { q, kinds, project: name, archived = false, memories: which, recalls = false }: Asked,
  embedded: AskedVector,
): Promise<Found> {
  const ctx = together(outer)
  const [project, lanes, written] = await Promise.all([
    name === undefined ? null : requireProject(ctx, name, 'read').then(({ id }) => id),
    which?.scopes,
    readQuestion(ctx, recalls ? q.replaceAll('"', ' ') : q, embedded),
  ])
  const where = { kinds: kinds ? kinds.filter((kind) => kind !== 'memory') : null, project, archived: archived || project !== null }
  const scopes = lanes !== undefined ? lanes : project === null ? null : [project]
  // Phrases are matched word for word, which the search of memories doesn't do.
  const remembers = (!kinds || kinds.includes('memory')) && written.phrases.length === 0
  const { vector, note, ...terms } = written.read
  const seek = async (seeking: Seeking) => {
    const inMemories = seekingMemories(ctx, { scopes, tag: which?.tag }, vector, tuned, seeking)
    const found = await ctx.tx.one(findAll, { ...inMemories, remembers, ...seekingDocuments(written, where, seeking) })
    return { sizes: [found.size, found.documents_size], counts: [found.counts, found.held], like: found.like, all: found }
  }
  const [{ asked, found, widened }, named] = await Promise.all([
    askTerms(terms, seek),
    remembers ? memoriesNamedIn(ctx, q, { scopes, tag: which?.tag }) : [],
  ])
  const question = { ...asked, text: written.text, phrases: written.phrases, refs: written.refs }
  const documents = documentsIn(found.all, widened)
  const recalled = candidatesIn(ctx, found.all, widened)
  const ranking = { meaning: vector !== null, named, now: ctx.clock.now() }
  const ranked = rankThings(documents.rows, recalled, question, ranking)
  const certain = new Set([...ranked.filter(({ exact }) => exact).map(({ id }) => id), ...(await quoting(ctx, quotedIn(q), ranked))])
  const things = graded(question, ranked, { ...comparingOf(q, vector, found.all.spread), named: certain })
  return {
    question,
    things,
    counts: documents.counts,
    archived: where.archived,
    mode: vector ? 'hybrid' : 'text',
    note,
  }
}

/** What says everything that is quoted, word for word. */
async function quoting(ctx: TxContext, phrases: readonly string[], things: readonly Thing[]): Promise<string[]> {
  if (phrases.length === 0) return []
  const first = things.slice(0, maxQuoting)
  const memories = first.filter(({ kind }) => kind === 'memory').map(({ id }) => id)
  const rows = first.flatMap(({ row }) => row ?? [])
  const [said, written] = await Promise.all([
    memoriesQuoting(ctx, phrases, memories),
    rows.length > 0 ? ctx.tx.rows(documentsSaying, { org: ctx.org, phrases, rows }) : [],
  ])
  return [...said, ...written.map(({ id }) => id)]
}
