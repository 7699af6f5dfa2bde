import type { AskedTerms } from './ask-terms.ts'

/**
 * How much of what a question asks for an entry holds, between 0 and 1. A word that stands nowhere weighs most, so that a question about
 * something unknown is not answered by its common words. An identifier counts as held where it stands as a whole, else by its pieces.
 * Read once for all that a question has found.
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
