import type { AskedTerms } from './ask-terms.ts'

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

interface Evidence {
  coverage: number
  cosine: number | null
}

interface Bar {
  /** From this similarity on, meaning alone is enough. */
  meaning: number
  /** Threshold for words and meaning combined. */
  together: number
}

/** Measured; docs/decisions/2026-11-15-words-and-the-floor.md lists their benefits and costs. */
const answers: Bar = { meaning: 0.42, together: 0.52 }
const adds: Bar = { meaning: 0.25, together: 0.3 }
/** Assumed similarity of an entry that has no vector yet, or never gets one, and so has no meaning to add to its words. */
const missing = 0.24

/**
 * The entries that answer. Unless one of them passes an absolute threshold the result is empty, so that a question about something
 * unknown gets no answer; otherwise the entries that may add to it are included.
 */
export function answersAmong<Found extends Evidence>(found: readonly Found[], { language }: Pick<AskedTerms, 'language'>): Found[] {
  // The model knows only English: any two texts in another language look alike to it.
  const isOver = ({ coverage, cosine }: Evidence, bar: Bar) =>
    (language === null && (cosine ?? 0) >= bar.meaning) || coverage + Math.max(0, cosine ?? missing) / 2 >= bar.together
  return found.some((one) => isOver(one, answers)) ? found.filter((one) => isOver(one, adds)) : []
}
