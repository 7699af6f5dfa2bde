import type { TxContext } from '../../../kernel/context.ts'
import type { Index } from '../../memory/ranking/ask-terms.ts'
import { termsToMatch } from '../../memory/ranking/term-weights.ts'
import type { Question as Vector } from '../../memory/search/question-vector.ts'
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
const maxCounted = 1000
const maxMatched = 4000
const candidates = 200
const maxRespelt = 10
/** Up to this many documents each vector is compared; beyond, meaning only orders what words have found. */
const maxCompared = 10_000

/** What is searched besides memories, as something whose words can be counted. */
export async function documentIndex(ctx: TxContext, { project, archived }: Where): Promise<Index> {
  const row = await ctx.tx.row(queries.size, { org: ctx.org, limit: maxCompared + 1 })
  return {
    size: row?.size ?? 0,
    async count(terms) {
      const rows = await ctx.tx.rows(queries.termCounts, { terms, project, archived, max_counted: maxCounted })
      return terms.map((_, place) => rows.find(({ term }) => term === place + 1)?.count ?? 0)
    },
    like: (words) => ctx.tx.rows(queries.wordsLike, { words, project, archived, limit: maxRespelt }),
  }
}

/** What may answer: by name, by words, by meaning. `held` says in how many documents each term is, of `size`. */
export async function findDocuments(
  ctx: TxContext,
  question: Question,
  where: Where,
  vector: Vector | null,
  { held, size }: { held: readonly number[]; size: number },
): Promise<Documents> {
  const { kinds, project, archived } = where
  const terms = question.terms.map(({ query }) => query)
  const name = question.text.slice(0, 200)
  const typed = await ctx.tx.row(queries.nameWords, { name })
  const { weights } = question
  const chosen = termsToMatch(held, maxMatched)
  const limits = { kinds, project, archived, max_matched: maxMatched, limit: candidates }
  const [matched, ...others] = await Promise.all([
    chosen.length > 0
      ? ctx.tx.rows(queries.matching, {
          terms: chosen.map((term) => terms[term]),
          weights: chosen.map((term) => weights[term]),
          phrases: question.phrases,
          ...limits,
        })
      : [],
    ctx.tx.rows(queries.byRefs, { org: ctx.org, refs: question.refs }),
    ctx.tx.rows(queries.named, { name, started: typed?.words ?? '', kinds, project, archived, limit: 20 }),
    vector && size <= maxCompared
      ? ctx.tx.rows(queries.nearest, { model: vector.model.id, vector: vector.vector, kinds, project, archived, limit: candidates })
      : [],
  ])
  const ids = new Set([...matched, ...others.flat()].flatMap(({ id }) => id ?? []))
  const asked = { terms, title_terms: question.terms.map(inTitle), vector: vector?.vector ?? null, model: vector?.model.id ?? null }
  const weighed = await ctx.tx.one(queries.weigh, { org: ctx.org, ids: [...ids], ...asked, phrases: question.phrases, kinds, project })
  const rows = weighed.rows.map(([id, item_id, kind, ref_key, updated_at, own, title_terms, cosine]) => {
    return { id, item_id, kind, ref_key, updated_at, terms: own, title_terms, cosine }
  })
  return { rows, counts: new Map(matched.flatMap(({ kind, count }) => (count === null ? [] : [[kind, count]]))) }
}
