import type { Context } from '../../kernel/context.ts'
import { termWeights, termsToMatch } from '../search-engine/term-weights.ts'
import type { Question as Vector } from '../memory-search/question-vector.ts'
import { inTitle, type Question } from './question.ts'
import * as queries from './search.queries.ts'
import type { WeighedRow } from './search.queries.ts'

export interface Where {
  kinds: string[] | null
  project: string | null
  archived: boolean
}

export interface Documents {
  rows: WeighedRow[]
  /** How much each term of the question tells. */
  weights: number[]
  /** How many things of a kind hold one of its words. */
  counts: Map<string, number>
}

/** Counting and matching stop here: a word that is in more documents tells little. */
const mostCounted = 1000
const mostMatched = 4000
const candidates = 200
/** Up to this many documents each vector is compared; beyond, meaning only orders what words have found. */
const mostCompared = 10_000

/** What may answer: by name, by words, by meaning. */
export async function findDocuments(ctx: Context, question: Question, where: Where, vector: Vector | null): Promise<Documents> {
  const { kinds, project, archived } = where
  const terms = question.terms.map(({ query }) => query)
  const name = question.text.slice(0, 200)
  const [sized, typed, counted] = await Promise.all([
    ctx.tx.row(queries.size, [ctx.org, mostCompared + 1]),
    ctx.tx.row(queries.nameWords, [name]),
    terms.length > 0 ? ctx.tx.rows(queries.termCounts, [terms, project, archived, mostCounted]) : [],
  ])
  const size = sized?.size ?? 0
  const counts = terms.map((_, place) => counted.find(({ term }) => term === place + 1)?.count ?? 0)
  // A word that is in no document may be in a memory, and then tells as much as one that is in a single one.
  const weights = termWeights(
    counts.map((count) => Math.max(1, count)),
    size,
  )
  const chosen = termsToMatch(counts, mostMatched)
  const limits = [kinds, project, archived, mostMatched, candidates]
  const [matched, ...others] = await Promise.all([
    chosen.length > 0
      ? ctx.tx.rows(queries.matching, [chosen.map((term) => terms[term]), chosen.map((term) => weights[term]), question.phrases, ...limits])
      : [],
    ctx.tx.rows(queries.byRefs, [ctx.org, question.refs]),
    ctx.tx.rows(queries.named, [name, typed?.words ?? '', kinds, project, archived, 20]),
    vector && size <= mostCompared
      ? ctx.tx.rows(queries.nearest, [vector.model.id, vector.vector, kinds, project, archived, candidates])
      : [],
  ])
  const ids = new Set([...matched, ...others.flat()].flatMap(({ id }) => id ?? []))
  const asked = [terms, question.terms.map(inTitle), vector?.vector ?? null, vector?.model.id ?? null]
  const rows = await ctx.tx.rows(queries.weigh, [ctx.org, [...ids], ...asked, question.phrases, kinds, project])
  return { rows, weights, counts: new Map(matched.flatMap(({ kind, count }) => (count === null ? [] : [[kind, count]]))) }
}
