import type { AskedTerms } from './ask-terms.ts'
import fitted from './grades.json' with { type: 'json' }

/** How far a hit can be trusted to answer the question. */
export type Confidence = 'sure' | 'likely' | 'unsure'

/** How similar everything that was compared is to the question: what is near only says something beside what is usual. */
export interface Spread {
  mean: number
  deviation: number
}

export interface Gradable {
  id: string
  /** Terms it holds itself, and to what degree it holds each with its neighbors. */
  terms: readonly number[]
  held: readonly number[]
  cosine: number | null
  score: number
}

export interface Comparing {
  /** The question as it was written. */
  text: string
  /** The model of its vector; null if only words were searched. */
  model: string | null
  /** Null if not everything was compared: the candidates then stand for all. */
  spread: Spread | null
  /** What the question names by key or reference, or quotes word for word. */
  named?: ReadonlySet<string>
  /** The weight of a complete answer is at most this much: a description of work has more words than any memory. */
  most?: number
}

/** What speaks for a hit, each from 0 to about 1. */
export interface Evidence {
  /** The share of the question's weight that it holds itself. */
  own: number
  /** The same of the names in the question, as they were written: whom or what it is about. */
  named: number
  /** How much of the question it covers together with its neighbors, times its similarity. */
  close: number
  /** By how many deviations it is nearer than the mean, of six. */
  apart: number
  /** It ranks first, and by how much. */
  first: number
  gap: number
}

type Weights = Evidence & { base: number }

/** The similarity of a text that has no vector yet, in a language that the model knows. */
const assumed = 0.24
const farthest = 6
const widestGap = 0.3
/** What is capped stays just below what is sure. */
const step = 0.01

/** What speaks for each hit, in their order. */
export function evidenceOf(question: AskedTerms, hits: readonly Gradable[], { text, spread, most = Infinity }: Comparing): Evidence[] {
  const all = question.asked.reduce((sum, weight) => sum + weight, 0)
  const whole = Math.min(all, most)
  const coverage = coverageOf(question)
  const { mean, deviation } = spread ?? spreadOf(hits)
  const names = namesIn(question, text)
  const unknown = new Set(question.unknown)
  // What is held only by a term of the same meaning is held to a degree.
  const sumOf = (terms: readonly number[], held: readonly number[] = []) =>
    terms.reduce((sum, term) => sum + (question.asked[term] ?? 0) * (held[term] ?? 1), 0)
  const allNamed = sumOf(names)
  return hits.map(({ terms, held, cosine, score }, place) => {
    const own = whole > 0 ? Math.min(1, sumOf(terms, held) / whole) : 0
    const near = cosine ?? assumed
    const apart = cosine === null || deviation === 0 ? 0 : (cosine - mean) / deviation
    return {
      own,
      named:
        allNamed > 0
          ? sumOf(
              names.filter((term) => terms.includes(term) && !unknown.has(term)),
              held,
            ) / allNamed
          : own,
      close: Math.min(1, (coverage(held) * all) / (whole || 1)) * Math.max(0, near),
      apart: Math.min(farthest, Math.max(0, apart)) / farthest,
      first: place === 0 ? 1 : 0,
      gap: place === 0 ? Math.min(widestGap, score - (hits[1]?.score ?? 0)) : 0,
    }
  })
}

/** The probability that it answers, by the weights that were fitted for this model. */
export function probabilityOf(evidence: Evidence, weights: Weights): number {
  let sum = weights.base
  for (const name of ['own', 'named', 'close', 'apart', 'first', 'gap'] as const) sum += weights[name] * evidence[name]
  return 1 / (1 + Math.exp(-sum))
}

/**
 * Grades what was found, in its order; docs/memory.md says what the grades promise. Words alone, a model that the weights were not fitted for,
 * and a name that nothing holds never make anything sure. If something holds an identifier as a whole, what holds only pieces of it is left out.
 */
export function graded<Hit extends Gradable>(
  question: AskedTerms,
  found: readonly Hit[],
  comparing: Comparing,
): (Hit & { confidence: Confidence; probability: number })[] {
  const { named = new Set<string>() } = comparing
  const hits = withoutPieces(question, found, named)
  const known = comparing.model === fitted.model.id
  const weights = known ? fitted.meaning : fitted.words
  const sure = known && !namesUnknown(question, comparing.text)
  return evidenceOf(question, hits, comparing).map((evidence, place) => {
    const hit = hits[place] as Hit
    const fitting = probabilityOf(evidence, weights)
    const probability = sure ? fitting : Math.min(fitting, fitted.sure - step)
    const confidence = named.has(hit.id) || probability >= fitted.sure ? 'sure' : probability >= fitted.likely ? 'likely' : 'unsure'
    return { ...hit, confidence, probability }
  })
}

/** The best grade of an answer. */
export function foundOf(hits: readonly { confidence: Confidence }[]): Confidence | 'nothing' {
  const has = (grade: Confidence) => hits.some(({ confidence }) => confidence === grade)
  return has('sure') ? 'sure' : has('likely') ? 'likely' : hits.length > 0 ? 'unsure' : 'nothing'
}

/** What to tell somebody whose question has no certain answer. */
export const noteOf: Readonly<Record<Confidence | 'nothing', string | null>> = {
  sure: null,
  likely: null,
  unsure: 'Nothing here answers this for certain; these come closest.',
  nothing: 'Nothing is stored here about this.',
}

/** Without a limit, an answer ends with this many that are unsure. */
export const fewUnsure = 2

/** The first by rank; of these what is sure or likely stands before what is unsure. */
export function bestOf<Hit extends { confidence: Confidence }>(hits: readonly Hit[], limit: number | undefined, otherwise: number): Hit[] {
  const first = hits.slice(0, limit ?? otherwise)
  const unsure = first.filter(({ confidence }) => confidence === 'unsure')
  return [...first.filter(({ confidence }) => confidence !== 'unsure'), ...(limit === undefined ? unsure.slice(0, fewUnsure) : unsure)]
}

function spreadOf(hits: readonly Gradable[]): Spread {
  const cosines = hits.flatMap(({ cosine }) => cosine ?? [])
  const mean = cosines.reduce((sum, one) => sum + one, 0) / (cosines.length || 1)
  const squares = cosines.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / (cosines.length || 1)) }
}

const identifier = /[\p{Ll}\d]\p{Lu}|[_\d]|[\p{L}\d][./][\p{L}\d]/u
const name = /^\p{Lu}/u

/** Places of the names in a question: identifiers, and what is capitalized inside it. */
const namesIn = ({ terms }: AskedTerms, text: string): number[] =>
  [...terms.keys()].filter((place) => {
    const { word = '', text: own = '' } = terms[place] ?? {}
    return identifier.test(word) || (name.test(own) && !text.trimStart().startsWith(word))
  })

/** No entry holds a name in the question as it was written: whatever answers, answers about something else. */
function namesUnknown(question: AskedTerms, text: string): boolean {
  const { terms, unknown, language } = question
  const isName = (place: number) => !terms[place]?.piece && (identifier.test(terms[place]?.word ?? '') || language !== 'german')
  return namesIn(question, text).some((place) => unknown.includes(place) && isName(place))
}

/** Leaves out what holds nothing but pieces of an identifier that something else holds as a whole. */
export function withoutPieces<Hit extends Gradable>(
  { terms }: AskedTerms,
  found: readonly Hit[],
  named: ReadonlySet<string>,
): readonly Hit[] {
  const words = Map.groupBy(terms.keys(), (place) => terms[place]?.word ?? '')
  let kept = found
  for (const [word, places] of words) {
    const pieces = new Set(places.filter((place) => terms[place]?.piece))
    if (pieces.size < 2 || !identifier.test(word)) continue
    const whole = places.filter((place) => !pieces.has(place))
    const holds = ({ terms: own }: Hit) =>
      whole.length > 0 ? whole.some((place) => own.includes(place)) : [...pieces].every((place) => own.includes(place))
    const holdsOnlyPieces = (hit: Hit) => !holds(hit) && hit.terms.length > 0 && hit.terms.every((term) => pieces.has(term))
    if (kept.some(holds)) kept = kept.filter((hit) => named.has(hit.id) || !holdsOnlyPieces(hit))
  }
  return kept
}

/**
 * How much of a question an entry covers, between 0 and 1. A word found nowhere weighs most, so that common words alone don't answer a
 * question about something unknown. An identifier counts as held if it occurs as a whole, otherwise by its pieces. The question is
 * prepared once for all entries it has found.
 */
export function coverageOf({ terms, asked }: Pick<AskedTerms, 'terms' | 'asked'>): (held: readonly number[]) => number {
  const weightOf = (place: number) => asked[place] ?? 0
  const words = [...Map.groupBy(terms.keys(), (place) => terms[place]?.word).values()].map((places) => {
    const pieces = places.filter((place) => terms[place]?.piece)
    const whole = places.filter((place) => !terms[place]?.piece)
    const parts = pieces.length > 0 ? pieces : whole
    return { parts, whole: pieces.length > 0 ? whole : [], told: parts.reduce((total, place) => total + weightOf(place), 0) }
  })
  const all = words.reduce((total, { told }) => total + told, 0)
  return (held) => {
    if (!(all > 0)) return 0
    let sum = 0
    for (const { parts, whole, told } of words) {
      let got = 0
      for (const place of parts) got += weightOf(place) * (held[place] ?? 0)
      for (const place of whole) got = Math.max(got, told * (held[place] ?? 0))
      sum += got
    }
    return sum / all
  }
}
