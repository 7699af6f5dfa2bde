/** Inverse document frequency: a term that is in few entries weighs more. */
const tells = (count: number, entries: number): number => Math.log(1 + (Math.max(entries, count) - count + 0.5) / (count + 0.5))

export function termWeights(counts: readonly number[], entries: number): number[] {
  return counts.map((count) => (count === 0 ? 0 : tells(count, entries)))
}

/** With few entries it says little that a word is in none of them. */
const fewest = 50

/** The same, but a term that is in no entry weighs most: what a complete answer would have to hold. */
export function weightsAsked(counts: readonly number[], entries: number): number[] {
  return counts.map((count) => tells(count, Math.max(entries, fewest)))
}

/** The rarest terms that together match at most `max` entries; at least one, if any term matches. */
export function termsToMatch(counts: readonly number[], max: number): number[] {
  const rarest = counts.map((count, term) => ({ count, term })).filter(({ count }) => count > 0)
  rarest.sort((a, b) => a.count - b.count)
  let sum = 0
  return rarest.filter(({ count }, place) => (sum += count) <= max || place === 0).map(({ term }) => term)
}
