import type { Context } from '../../kernel/context.ts'
import type { Index } from '../search-engine/ask-terms.ts'
import { termsToMatch } from '../search-engine/term-weights.ts'
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
  /** How many things of a kind hold one of its words. */
  counts: Map<string, number>
}

/** Counting and matching stop here: a word that is in more documents tells little. */
const mostCounted = 1000
const mostMatched = 4000
const candidates = 200
const mostRespelt = 10
/** Up to this many documents each vector is compared; beyond, meaning only orders what words have found. */
const mostCompared = 10_000

/** What is searched besides memories, as something whose words can be counted. */
export async function documentIndex(ctx: Context, { project, archived }: Where): Promise<Index> {
  const row = await ctx.tx.row(queries.size, [ctx.org, mostCompared + 1])
  return {
    size: row?.size ?? 0,
    async count(terms) {
      const rows = await ctx.tx.rows(queries.termCounts, [terms, project, archived, mostCounted])
      return terms.map((_, place) => rows.find(({ term }) => term === place + 1)?.count ?? 0)
    },
    like: (words) => ctx.tx.rows(queries.wordsLike, [words, project, archived, mostRespelt]),
  }
}

/** What may answer: by name, by words, by meaning. `held` says in how many documents each term is, of `size`. */
export async function findDocuments(
  ctx: Context,
  question: Question,
  where: Where,
  vector: Vector | null,
  { held, size }: { held: readonly number[]; size: number },
): Promise<Documents> {
  const { kinds, project, archived } = where
  const terms = question.terms.map(({ query }) => query)
  const name = question.text.slice(0, 200)
  const typed = await ctx.tx.row(queries.nameWords, [name])
  const { weights } = question
  const chosen = termsToMatch(held, mostMatched)
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
  return { rows, counts: new Map(matched.flatMap(({ kind, count }) => (count === null ? [] : [[kind, count]]))) }
}
