import { meantShare } from './jargon.ts'

/** A possible answer, or a neighbor of one. Places are numbered per lane: 7 is the neighbor of 6 and 8 in the same lane. */
export interface Candidate {
  id: string
  lane: string
  place: number
  /** Indexes of the terms it holds. */
  terms: readonly number[]
  /** Those of them that it holds only by another term of the same meaning. */
  equal?: readonly number[]
  /** Similarity in meaning to the question; null if it has no vector. */
  cosine: number | null
  /** False for a mere neighbor, which lends its words to others but is not ranked itself. */
  ranked: boolean
  /** Factor for being pinned, recent or trusted: close to 1. */
  boost: number
}

export interface Ranked {
  id: string
  score: number
  /** Terms it holds itself. */
  terms: readonly number[]
  /** To what degree it holds each term of the question, by index: a term held by a neighbor counts less than one it holds itself. */
  held: readonly number[]
  cosine: number | null
}

export interface Tuning {
  text: number
  meaning: number
  /** Up to which distance neighbors lend their words, and what share of their meaning counts at each distance. */
  reach: number
  lent: readonly number[]
}

/** Measured on questions about long conversations; docs/memory.md lists what each part contributes. */
export const tuned: Tuning = { text: 0.5, meaning: 0.5, reach: 2, lent: [0.2, 0.1] }

/**
 * Text: the weights of the question's terms that an entry holds, reduced for terms that only a neighbor holds. Meaning: its cosine and
 * a share of its neighbors'. Both are scaled to the same range and added.
 */
export function rank(candidates: readonly Candidate[], weights: readonly number[], tuning: Tuning = tuned): Ranked[] {
  const lanes = inLanes(candidates)
  const scored = candidates
    .filter(({ ranked }) => ranked)
    .map((candidate) => {
      const { held, lent } = besides(lanes.get(candidate.lane), candidate, weights, tuning)
      for (const term of candidate.terms) held[term] = 1
      for (const term of candidate.equal ?? []) held[term] = meantShare
      let text = 0
      weights.forEach((weight, term) => (text += weight * (held[term] ?? 0)))
      return { candidate, held, text, meaning: (candidate.cosine ?? 0) + lent }
    })
  const text = range(scored, (one) => one.text)
  const meaning = range(
    scored.filter((one) => one.candidate.cosine !== null),
    (one) => one.meaning,
  )
  return scored
    .map((one) => ({
      id: one.candidate.id,
      // An entry without a vector is scored by its words alone: it was only just stored, and is no less relevant for that.
      score:
        (tuning.text * text(one.text) + tuning.meaning * (one.candidate.cosine === null ? text(one.text) : meaning(one.meaning))) *
        one.candidate.boost,
      terms: one.candidate.terms,
      held: one.held,
      cosine: one.candidate.cosine,
    }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
}

/** Terms that only its neighbors hold. */
export const nearbyOf = ({ held, terms }: Pick<Ranked, 'held' | 'terms'>): number[] =>
  held.flatMap((share, term) => (share > 0 && !terms.includes(term) ? term : []))

type Lane = Map<number, Candidate[]>

function inLanes(candidates: readonly Candidate[]): Map<string, Lane> {
  const lanes = new Map<string, Lane>()
  for (const candidate of candidates) {
    let lane = lanes.get(candidate.lane)
    if (!lane) lanes.set(candidate.lane, (lane = new Map()))
    const there = lane.get(candidate.place)
    if (there) there.push(candidate)
    else lane.set(candidate.place, [candidate])
  }
  return lanes
}

/** What an entry's neighbors lend it: the degree to which they hold each term, and a share of their meaning. */
function besides(lane: Lane | undefined, candidate: Candidate, weights: readonly number[], { reach, lent: parts }: Tuning) {
  const held = weights.map(() => 0)
  let lent = 0
  const far = Math.max(reach, parts.length)
  for (let step = -far; step <= far; step++) {
    const there = lane?.get(candidate.place + step)
    if (!there) continue
    for (const entry of there) {
      if (entry === candidate) continue
      const distance = Math.max(1, Math.abs(step))
      lent += (parts[distance - 1] ?? 0) * (entry.cosine ?? 0)
      if (distance > reach) continue
      const share = 1 / Math.sqrt(1 + distance)
      for (const term of entry.terms) {
        const lends = entry.equal?.includes(term) ? share * meantShare : share
        if ((held[term] ?? 0) < lends) held[term] = lends
      }
    }
  }
  return { held, lent }
}

/** Scales values to between 0 and 1. */
function range<One>(ones: readonly One[], valueOf: (one: One) => number): (value: number) => number {
  let low = Infinity
  let high = -Infinity
  for (const one of ones) {
    low = Math.min(low, valueOf(one))
    high = Math.max(high, valueOf(one))
  }
  const span = high - low
  return (value) => (span > 0 ? (value - low) / span : value > 0 ? 1 : 0)
}
