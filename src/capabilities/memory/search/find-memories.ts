import type { TxContext } from '../../../kernel/context.ts'
import { type AskedTerms, askTerms, type Index, type Reading } from '../ranking/ask-terms.ts'
import type { Term } from '../ranking/query-terms.ts'
import { type Candidate, rank, type Ranked, tuned, type Tuning } from '../ranking/rank.ts'
import { termsToMatch } from '../ranking/term-weights.ts'
import { maxExact, searchedExactly } from '../vectors/vectors.ts'
import * as queries from './memory-search.queries.ts'
import type { PlaceRow } from './memory-search.queries.ts'
import { type Asked, type Question, searchable } from './question-vector.ts'
import { rangesAround } from './ranges.ts'

const trusted = { person: 1, agent: 0.98, external: 0.95 }
const halfLife = 90 * 86_400_000

interface Search {
  text: string
  /** Null: wherever the caller may look. */
  scopes: string[] | null
  tag?: string | undefined
  /** Without a vector, words alone are searched. */
  asked?: Asked | undefined
}

interface Found {
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
const maxCounted = 1000
const maxMatched = 4000
const candidates = 100
/** So many memories that hold a word like one that was asked for are looked at for how it is spelled there. */
const maxRespelt = 20

/** Candidates by words and by meaning, those beside them, and all of them ranked together. */
export async function findMemories(ctx: TxContext, search: Search, parts: Parts = allParts): Promise<Found> {
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
export async function memoryIndex(ctx: TxContext, scopes: string[] | null): Promise<Index> {
  const row = scopes
    ? await ctx.tx.row(queries.sizeOfScopes, { org: ctx.org, scopes })
    : await ctx.tx.row(queries.sizeOfAll, { org: ctx.org, limit: maxExact + 1 })
  return {
    size: row?.size ?? 0,
    async count(terms) {
      const rows = await ctx.tx.rows(queries.termCounts, { terms, scopes, max_counted: maxCounted })
      return terms.map((_, place) => rows.find(({ term }) => term === place + 1)?.count ?? 0)
    },
    like: (words) => ctx.tx.rows(queries.wordsLike, { words, scopes, limit: maxRespelt }),
  }
}

interface Words {
  terms: readonly Term[]
  weights: readonly number[]
  counts: readonly number[]
}

/** What may answer, with what stands beside it. */
export async function memoryCandidates(
  ctx: TxContext,
  search: Search,
  words: Words,
  vector: Question | null,
  size: number,
  tuning: Tuning = tuned,
): Promise<Candidate[]> {
  const places = [...(await byWords(ctx, search, words)), ...(vector ? await byMeaning(ctx, search, vector, size) : [])]
  return around(ctx, search, places, words.terms, vector, tuning)
}

async function byWords(ctx: TxContext, search: Search, { terms, weights, counts }: Words): Promise<PlaceRow[]> {
  const chosen = termsToMatch(counts, maxMatched)
  if (chosen.length === 0) return []
  const queriesOf = chosen.map((term) => terms[term]?.query ?? '')
  const { scopes, tag = null } = search
  const weightsOf = chosen.map((term) => weights[term] ?? 0)
  return ctx.tx.rows(queries.matching, {
    queries: queriesOf,
    weights: weightsOf,
    scopes,
    tag,
    now: ctx.clock.now(),
    max_matched: maxMatched,
    limit: candidates,
  })
}

async function byMeaning(ctx: TxContext, search: Search, { model, vector }: Question, size: number): Promise<PlaceRow[]> {
  const { scopes, tag = null } = search
  // With a tag most of the nearest may fall away.
  const max = tag === null ? candidates : candidates * 5
  return ctx.tx.rows(queries.nearest, {
    org: ctx.org,
    model: model.id,
    dimensions: model.dimensions,
    vector,
    scopes,
    exact: searchedExactly(size),
    limit: max,
    tag,
  })
}

/** What stands beside a candidate is ranked too, and needs in turn what stands beside it. */
async function around(
  ctx: TxContext,
  { tag }: Search,
  places: readonly PlaceRow[],
  terms: readonly Term[],
  question: Question | null,
  { reach, lent }: Tuning,
): Promise<Candidate[]> {
  if (places.length === 0) return []
  const far = Math.max(reach, lent.length)
  const { scopes, lows, highs } = rangesAround(places, 2 * far)
  const asked = {
    queries: terms.map(({ query }) => query),
    vector: question?.vector ?? null,
    model: question?.model.id ?? '',
    now: ctx.clock.now(),
    tag: tag ?? null,
  }
  const { rows } = await ctx.tx.one(queries.weigh, { org: ctx.org, scopes, lows, highs, ...asked })
  const near = new Map([...Map.groupBy(places, ({ scope_id }) => scope_id)].map(([scope, found]) => [scope, spread(found, far)]))
  const now = asked.now.getTime()
  return rows.map(([id, lane, place, held, cosine, pinned, trust, createdAt, wanted]) => {
    const ranked = wanted && (near.get(lane)?.has(place) ?? false)
    return { id, lane, place, terms: held, cosine, ranked, boost: ranked ? boostOf(pinned, trust, createdAt, now) : 1 }
  })
}

const spread = (found: readonly PlaceRow[], far: number): Set<number> =>
  new Set(found.flatMap(({ place }) => Array.from({ length: 2 * far + 1 }, (_, step) => place - far + step)))

/** Between equals the pinned, the newer and the better founded comes first; none of it outweighs a better answer. */
function boostOf(pinned: boolean, trust: keyof typeof trusted, createdAt: string, now: number): number {
  const age = Math.max(0, now - Date.parse(createdAt))
  const recency = 1 + 0.05 * 2 ** (-age / halfLife)
  return (pinned ? 1.1 : 1) * recency * trusted[trust]
}
