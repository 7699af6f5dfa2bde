/** An entry that may answer, or stands beside one that may. Places count along a lane: 7 is beside 6 and 8 of the same lane. */
export interface Candidate {
  id: string
  lane: string
  place: number
  /** Which terms it holds, by their number. */
  terms: readonly number[]
  /** How near its meaning is to the question's; null where it has no vector. */
  cosine: number | null
  /** One that is only beside others lends them its words and is not ranked itself. */
  ranked: boolean
  /** What it is multiplied by for being pinned, recent or trusted: close to 1. */
  boost: number
}

export interface Ranked {
  id: string
  score: number
  /** Terms it holds itself. */
  terms: readonly number[]
  /** How far it holds each term of the question, by its number: what stands beside it counts for less than the one that it holds itself. */
  held: readonly number[]
  cosine: number | null
}

export interface Tuning {
  text: number
  meaning: number
  /** How far an entry beside lends its words, and how much of its meaning counts at each distance. */
  reach: number
  lent: readonly number[]
}

/** Measured on questions about long conversations: docs/memory.md says what each part gives. */
export const tuned: Tuning = { text: 0.5, meaning: 0.5, reach: 2, lent: [0.2, 0.1] }

/**
 * Text: the weights of the question's terms that stand in an entry, or a little less, in one beside it. Meaning: its cosine and a
 * part of its neighbours'. Both are brought to the same range and added.
 */
export function rank(candidates: readonly Candidate[], weights: readonly number[], tuning: Tuning = tuned): Ranked[] {
  const lanes = inLanes(candidates)
  const scored = candidates
    .filter(({ ranked }) => ranked)
    .map((candidate) => {
      const { held, lent } = besides(lanes.get(candidate.lane), candidate, weights, tuning)
      for (const term of candidate.terms) held[term] = 1
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
      // What has no vector yet is judged by its words alone: it was stored a moment ago, not meant less.
      score:
        (tuning.text * text(one.text) + tuning.meaning * (one.candidate.cosine === null ? text(one.text) : meaning(one.meaning))) *
        one.candidate.boost,
      terms: one.candidate.terms,
      held: one.held,
      cosine: one.candidate.cosine,
    }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
}

/** Terms that only entries beside one hold. */
export const nearbyOf = ({ held }: Pick<Ranked, 'held'>): number[] => held.flatMap((share, term) => (share > 0 && share < 1 ? term : []))

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

/** What the entries around one lend it: how far they hold each term, and a part of their meaning. */
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
      for (const term of entry.terms) if ((held[term] ?? 0) < share) held[term] = share
    }
  }
  return { held, lent }
}

/** Brings values between 0 and 1. */
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
