import type { AskedTerms } from './ask-terms.ts'

/**
 * How much of what a question asks for an entry holds, between 0 and 1. A word that stands nowhere weighs most, so that a question about
 * something unknown is not answered by its common words. An identifier counts as held where it stands as a whole, else by its pieces.
 */
export function coverageOf({ terms, asked }: Pick<AskedTerms, 'terms' | 'asked'>, held: ReadonlyMap<number, number>): number {
  let [sum, all] = [0, 0]
  for (const [, places] of Map.groupBy(terms.keys(), (place) => terms[place]?.word)) {
    const pieces = places.filter((place) => terms[place]?.piece)
    const whole = places.filter((place) => !terms[place]?.piece)
    const weight = (of: readonly number[]) => of.reduce((total, place) => total + (asked[place] ?? 0), 0)
    const got = (of: readonly number[]) => of.reduce((total, place) => total + (asked[place] ?? 0) * (held.get(place) ?? 0), 0)
    const parts = pieces.length > 0 ? pieces : whole
    const told = weight(parts)
    all += told
    sum += pieces.length > 0 ? Math.max(got(parts), ...whole.map((place) => told * (held.get(place) ?? 0))) : got(parts)
  }
  return all > 0 ? sum / all : 0
}

interface Evidence {
  coverage: number
  cosine: number | null
}

interface Bar {
  /** Meaning alone is enough from here on. */
  meaning: number
  /** Less meaning is enough together with words. */
  together: number
}

/** Measured: docs/decisions/2026-11-15-words-and-the-floor.md says what these give and cost. */
const answers: Bar = { meaning: 0.42, together: 0.52 }
const adds: Bar = { meaning: 0.25, together: 0.3 }
/** What has no vector yet, or never gets one, has no meaning to add to its words. */
const missing = 0.24

/**
 * Of what was found the entries that answer: none unless one of them is over an absolute bar, so that where nothing is known the answer
 * is nothing; with it come those that may add to it.
 */
export function answersAmong<Found extends Evidence>(found: readonly Found[], { language }: Pick<AskedTerms, 'language'>): Found[] {
  // The model knows English: to it any two texts of another language are alike.
  const isOver = ({ coverage, cosine }: Evidence, bar: Bar) =>
    (language === null && (cosine ?? 0) >= bar.meaning) || coverage + Math.max(0, cosine ?? missing) / 2 >= bar.together
  return found.some((one) => isOver(one, answers)) ? found.filter((one) => isOver(one, adds)) : []
}
