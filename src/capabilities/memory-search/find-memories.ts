import type { Context } from '../../kernel/context.ts'
import { searchedExactly, mostExact } from '../memory-vectors/searched-exactly.ts'
import { askTerms, type AskedTerms, type Index, type Reading } from '../search-engine/ask-terms.ts'
import type { Term } from '../search-engine/query-terms.ts'
import { rank, tuned, type Candidate, type Ranked, type Tuning } from '../search-engine/rank.ts'
import { termsToMatch } from '../search-engine/term-weights.ts'
import { boostOf } from './boost.ts'
import * as queries from './memory-search.queries.ts'
import type { PlaceRow } from './memory-search.queries.ts'
import { searchable, type Asked, type Question } from './question-vector.ts'
import { rangesAround } from './ranges.ts'

export interface Search {
  text: string
  /** Null: wherever the caller may look. */
  scopes: string[] | null
  tag?: string | undefined
  /** Without a vector, words alone are searched. */
  asked?: Asked | undefined
}

export interface Found {
  ranked: Ranked[]
  question: AskedTerms
  note: string | null
}

/** What the measurement of recall turns off, part by part. */
export interface Parts extends Reading {
  tuning: Tuning
  text: boolean
}
export const allParts: Parts = { tuning: tuned, text: true, forms: true, spelling: true }

/** Counting and matching stop here: a word that is in more entries tells little. */
const mostCounted = 1000
const mostMatched = 4000
const candidates = 100
/** So many memories that hold a word like one that was asked for are looked at for how it is spelled there. */
const mostRespelt = 20

/** Candidates by words and by meaning, those beside them, and all of them ranked together. */
export async function findMemories(ctx: Context, search: Search, parts: Parts = allParts): Promise<Found> {
  const index = await memoryIndex(ctx, search.scopes)
  const [question, asked] = await Promise.all([
    search.asked ? searchable(ctx, search.asked) : { note: '' },
    askTerms(ctx.tx, parts.text ? search.text : '', [index], parts),
  ])
  const vector = 'vector' in question ? question : null
  const entries = await memoryCandidates(ctx, search, { ...asked, counts: asked.counts[0] ?? [] }, vector, index.size, parts.tuning)
  const note = 'note' in question ? question.note : null
  const { tuning } = parts
  const ranked = rank(entries, asked.weights, vector ? tuning : { ...tuning, text: 1, meaning: 0 })
  return { ranked, question: asked, note }
}

/** The memories of some scopes as something whose words can be counted. */
export async function memoryIndex(ctx: Context, scopes: string[] | null): Promise<Index> {
  const row = scopes
    ? await ctx.tx.row(queries.sizeOfScopes, [ctx.org, scopes])
    : await ctx.tx.row(queries.sizeOfAll, [ctx.org, mostExact + 1])
  return {
    size: row?.size ?? 0,
    async count(terms) {
      const rows = await ctx.tx.rows(queries.termCounts, [terms, scopes, mostCounted])
      return terms.map((_, place) => rows.find(({ term }) => term === place + 1)?.count ?? 0)
    },
    like: (words) => ctx.tx.rows(queries.wordsLike, [words, scopes, mostRespelt]),
  }
}

interface Words {
  terms: readonly Term[]
  weights: readonly number[]
  counts: readonly number[]
}

/** What may answer, with what stands beside it. */
export async function memoryCandidates(
  ctx: Context,
  search: Search,
  words: Words,
  vector: Question | null,
  size: number,
  tuning: Tuning = tuned,
): Promise<Candidate[]> {
  const places = [...(await byWords(ctx, search, words)), ...(vector ? await byMeaning(ctx, search, vector, size) : [])]
  return around(ctx, search, places, words.terms, vector, tuning)
}

async function byWords(ctx: Context, search: Search, { terms, weights, counts }: Words): Promise<PlaceRow[]> {
  const chosen = termsToMatch(counts, mostMatched)
  if (chosen.length === 0) return []
  const queriesOf = chosen.map((term) => terms[term]?.query ?? '')
  const { scopes, tag = null } = search
  const weightsOf = chosen.map((term) => weights[term] ?? 0)
  return ctx.tx.rows(queries.matching, [queriesOf, weightsOf, scopes, tag, ctx.clock.now(), mostMatched, candidates])
}

async function byMeaning(ctx: Context, search: Search, { model, vector }: Question, size: number): Promise<PlaceRow[]> {
  const { scopes, tag = null } = search
  // With a tag most of the nearest may fall away.
  const most = tag === null ? candidates : candidates * 5
  return ctx.tx.rows(queries.nearest, [ctx.org, model.id, model.dimensions, vector, scopes, searchedExactly(size), most, tag])
}

/** What stands beside a candidate is ranked too, and needs in turn what stands beside it. */
async function around(
  ctx: Context,
  { tag }: Search,
  places: readonly PlaceRow[],
  terms: readonly Term[],
  question: Question | null,
  { reach, lent }: Tuning,
): Promise<Candidate[]> {
  const far = Math.max(reach, lent.length)
  const { scopes, lows, highs } = rangesAround(places, 2 * far)
  const asked = [terms.map(({ query }) => query), question?.vector ?? null, question?.model.id ?? '', ctx.clock.now(), tag ?? null]
  const rows = await ctx.tx.rows(queries.weigh, [ctx.org, scopes, lows, highs, ...asked])
  const near = new Set(places.flatMap(({ scope_id, place }) => spread(place, far).map((at) => `${scope_id} ${at}`)))
  return rows.map((row) => ({
    id: row.id,
    lane: row.scope_id,
    place: row.place,
    terms: row.terms,
    cosine: row.cosine,
    ranked: row.wanted && near.has(`${row.scope_id} ${row.place}`),
    boost: boostOf(row, ctx.clock.now()),
  }))
}

const spread = (place: number, far: number): number[] => Array.from({ length: 2 * far + 1 }, (_, step) => place - far + step)
