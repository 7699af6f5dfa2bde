/** The distance of two words grows with the product of their lengths, and nobody misspells a longer name. */
const longestWord = 64

/** The name that was probably meant, if one is close enough. */
export function closest(given: string, names: readonly string[]): string | undefined {
  const word = given.toLowerCase()
  const most = Math.max(1, Math.floor(word.length / 3))
  const alike = names.filter((name) => Math.abs(name.length - word.length) <= most)
  const near = alike.map((name) => ({ name, distance: distanceBetween(word, name.toLowerCase()) }))
  const [best] = near.toSorted((one, other) => one.distance - other.distance)
  return best && best.distance <= most ? best.name : undefined
}

/**
 * Edit distance: how many letters must be changed, inserted, deleted or swapped with a neighbor to turn one word into the other. Words that are
 * too long to be compared are infinitely far apart.
 */
export function distanceBetween(one: string, other: string): number {
  if (one === other) return 0
  if (one.length > longestWord || other.length > longestWord) return Infinity
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const steps = [at(rows, row - 1, column) + 1, (current[column - 1] ?? 0) + 1, at(rows, row - 1, column - 1) + (same ? 0 : 1)]
      if (swapped && row > 1 && column > 1) steps.push(at(rows, row - 2, column - 2) + 1)
      current.push(Math.min(...steps))
    }
    rows.push(current)
  }
  return at(rows, one.length, other.length)
}

const at = (rows: readonly number[][], row: number, column: number): number => rows[row]?.[column] ?? 0
