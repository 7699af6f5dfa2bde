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
  /** Terms it holds itself, and those that only entries beside it hold. */
  terms: readonly number[]
  nearby: readonly number[]
  /** How far it holds each of them: what stands beside it counts for less. */
  held: ReadonlyMap<number, number>
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
      const beside = neighbours(lanes, candidate, Math.max(tuning.reach, tuning.lent.length))
      const { sum, nearby, held } = coverage(candidate, beside, weights, tuning.reach)
      const lent = beside.reduce((total, { entry, distance }) => total + (tuning.lent[distance - 1] ?? 0) * (entry.cosine ?? 0), 0)
      return { candidate, nearby, held, text: sum, meaning: (candidate.cosine ?? 0) + lent }
    })
  const text = range(scored.map((one) => one.text))
  const meaning = range(scored.filter((one) => one.candidate.cosine !== null).map((one) => one.meaning))
  return scored
    .map((one) => ({
      id: one.candidate.id,
      // What has no vector yet is judged by its words alone: it was stored a moment ago, not meant less.
      score:
        (tuning.text * text(one.text) + tuning.meaning * (one.candidate.cosine === null ? text(one.text) : meaning(one.meaning))) *
        one.candidate.boost,
      terms: one.candidate.terms,
      nearby: one.nearby,
      held: one.held,
      cosine: one.candidate.cosine,
    }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
}

type Lanes = Map<string, Map<number, Candidate[]>>

function inLanes(candidates: readonly Candidate[]): Lanes {
  const lanes: Lanes = new Map()
  for (const candidate of candidates) {
    const lane = lanes.get(candidate.lane) ?? new Map<number, Candidate[]>()
    lanes.set(candidate.lane, lane)
    lane.set(candidate.place, [...(lane.get(candidate.place) ?? []), candidate])
  }
  return lanes
}

interface Beside {
  entry: Candidate
  distance: number
}

function neighbours(lanes: Lanes, candidate: Candidate, reach: number): Beside[] {
  const beside: Beside[] = []
  const lane = lanes.get(candidate.lane)
  for (let step = -reach; step <= reach; step++) {
    for (const entry of lane?.get(candidate.place + step) ?? []) {
      if (entry !== candidate) beside.push({ entry, distance: Math.max(1, Math.abs(step)) })
    }
  }
  return beside
}

function coverage(candidate: Candidate, beside: readonly Beside[], weights: readonly number[], reach: number) {
  const share = new Map<number, number>()
  for (const { entry, distance } of beside) {
    if (distance > reach) continue
    for (const term of entry.terms) share.set(term, Math.max(share.get(term) ?? 0, 1 / Math.sqrt(1 + distance)))
  }
  for (const term of candidate.terms) share.set(term, 1)
  const own = new Set(candidate.terms)
  let sum = 0
  for (const [term, part] of share) sum += part * (weights[term] ?? 0)
  return { sum, nearby: [...share.keys()].filter((term) => !own.has(term)), held: share }
}

/** Brings values between 0 and 1. */
function range(values: readonly number[]): (value: number) => number {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const span = high - low
  return (value) => (span > 0 ? (value - low) / span : value > 0 ? 1 : 0)
}
