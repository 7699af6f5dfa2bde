import type { TxContext } from '../../../kernel/context.ts'
import {
  type AskedTerms,
  askTerms,
  maxGuessed,
  type Reading,
  type ReadTerms,
  readTerms,
  type Seeking,
  type Stemmed,
} from '../ranking/ask-terms.ts'
import type { Comparing } from '../ranking/grade.ts'
import { jargonIn } from '../ranking/jargon.ts'
import { heldIn } from '../ranking/query-terms.ts'
import { type Candidate, rank, type Ranked, tuned, type Tuning } from '../ranking/rank.ts'
import { maxExact } from '../vectors/vectors.ts'
import * as queries from './memory-search.queries.ts'
import type { FoundMemories } from './memory-search-sql.ts'
import { type Asked, type Question, searchable } from './question-vector.ts'

const trusted = { person: 1, agent: 0.98, external: 0.95 }
const halfLife = 90 * 86_400_000

interface Search {
  text: string
  /** Null: everything the caller may see. */
  scopes: string[] | null
  tag?: string | undefined
  /** Without a vector, only words are searched. */
  asked?: Asked | undefined
  /** The text, if it has already been read. */
  read?: ReadQuestion | undefined
}

interface Found {
  ranked: Ranked[]
  question: AskedTerms
  note: string | null
  /** What their grades depend on besides the words. */
  comparing: Comparing
}

/** The parts that the recall benchmark turns off one by one. */
export interface Parts extends Reading {
  tuning: Tuning
  text: boolean
  /** Terms that mean the same are searched too. */
  jargon: boolean
}
export const allParts: Parts = { tuning: tuned, text: true, forms: true, spelling: true, jargon: true }

/** Counting and matching stop here: a word that is in more entries than this says little. */
const maxCounted = 1000
const maxMatched = 4000
/** A word in more entries than this is looked for among the newest alone: reading it from the index would take time for each entry. */
const maxSought = 2000
const maxNewest = 500
/** How many are examined for the newest that the caller may see. */
const maxExamined = 4000
const candidates = 100
/** How many memories with a similar word are checked for how it is spelled there. */
const maxRespelt = 20

export interface ReadQuestion extends ReadTerms {
  vector: Question | null
  note: string | null
}

/** Reads a question's words and meaning. This depends on no other read, so it can go with the first batch of statements. */
export async function readQuestion(
  ctx: TxContext,
  { text, asked, known }: { text: string; asked?: Asked | undefined; known?: Stemmed | undefined },
  parts: Parts = allParts,
): Promise<ReadQuestion> {
  const [meaning, terms] = await Promise.all([
    asked ? searchable(ctx, asked) : { note: '' },
    readTerms(ctx.tx, parts.text ? text : '', { forms: parts.forms, known }),
  ])
  const meant = parts.text && parts.jargon ? jargonIn(text) : []
  return { ...terms, meant, vector: 'vector' in meaning ? meaning : null, note: 'note' in meaning ? meaning.note : null }
}

/** Finds candidates by words and by meaning together with their neighbors, and ranks all of them. */
export async function findMemories(ctx: TxContext, search: Search, parts: Parts = allParts): Promise<Found> {
  const { vector, note, ...read } = search.read ?? (await readQuestion(ctx, search, parts))
  const { tuning, spelling } = parts
  const seek = async (seeking: Seeking) => {
    const found = await ctx.tx.one(queries.findMemories, seekingMemories(ctx, search, vector, tuning, seeking))
    return { ...found, sizes: [found.size], counts: [found.counts], found }
  }
  const { asked, found, widened } = await askTerms(read, seek, spelling)
  const entries = candidatesIn(ctx, found.found, widened, tuning)
  const ranked = rank(entries, asked.weights, vector ? tuning : { ...tuning, text: 1, meaning: 0 })
  return { ranked, question: asked, note, comparing: comparingOf(search.text, vector, found.found.spread) }
}

export const comparingOf = (text: string, vector: Question | null, spread: FoundMemories['spread']): Comparing => ({
  text,
  model: vector?.model.id ?? null,
  spread: spread && { mean: spread[0], deviation: spread[1] },
})

const reachOf = ({ reach, lent }: Tuning): number => Math.max(reach, lent.length)

/** The parameters of the memory search statement. */
export function seekingMemories(
  ctx: TxContext,
  { scopes, tag }: Pick<Search, 'scopes' | 'tag'>,
  vector: Question | null,
  tuning: Tuning,
  { queries: terms, plain, spelled, shares, language }: Seeking,
) {
  return {
    ...{ org: ctx.org, scopes, tag: tag ?? null, now: ctx.clock.now(), terms, plain, spelled, shares, language, remembers: true },
    ...{ model: vector?.model.id ?? null, dimensions: vector?.model.dimensions ?? null, vector: vector?.vector ?? null },
    ...{ max_counted: maxCounted, max_matched: maxMatched, max_sought: maxSought, max_newest: maxNewest, max_examined: maxExamined },
    ...{ max_guessed: maxGuessed, max_respelt: maxRespelt, max_exact: maxExact },
    memory_limit: candidates,
    // With a tag, most of the nearest may be filtered out.
    near_limit: tag === undefined ? candidates : candidates * 5,
    // The neighbors of a candidate are ranked too, and in turn need their own neighbors.
    reach: 2 * reachOf(tuning),
  }
}

/** The possible answers and their neighbors. */
export function candidatesIn(
  ctx: TxContext,
  { places, rows }: Pick<FoundMemories, 'places' | 'rows'>,
  widened: readonly number[],
  tuning: Tuning = tuned,
): Candidate[] {
  const far = reachOf(tuning)
  const near = new Map([...Map.groupBy(places, ([scope]) => scope)].map(([scope, found]) => [scope, spread(found, far)]))
  const now = ctx.clock.now().getTime()
  if (!rows) return []
  const [ids, scopes, at, held, cosines, pinned, trust, created, wanted] = rows
  const heldOf = heldIn(widened)
  return ids.map((id, nth) => {
    const [lane, place] = [scopes[nth]!, at[nth]!]
    const ranked = wanted[nth]! && (near.get(lane)?.has(place) ?? false)
    const boost = ranked ? boostOf(pinned[nth]!, trust[nth]!, created[nth]! * 1000, now) : 1
    return { id, lane, place, ...heldOf(held[nth]!), cosine: cosines[nth] ?? null, ranked, boost }
  })
}

const spread = (found: readonly [string, number][], far: number): Set<number> =>
  new Set(found.flatMap(([, place]) => Array.from({ length: 2 * far + 1 }, (_, step) => place - far + step)))

/** Tie breaker: pinned, newer and more trusted memories come first among equals, but never outweigh a better answer. */
function boostOf(pinned: boolean, trust: keyof typeof trusted, createdAt: number, now: number): number {
  const age = Math.max(0, now - createdAt)
  const recency = 1 + 0.05 * 2 ** (-age / halfLife)
  return (pinned ? 1.1 : 1) * recency * trusted[trust]
}
