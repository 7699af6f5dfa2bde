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
