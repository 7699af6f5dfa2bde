import type { PlaceRow } from './memory-search.queries.ts'

export interface Ranges {
  scopes: string[]
  lows: number[]
  highs: number[]
}

/** The stretches of each scope that reach so far around the places found; where they overlap they are one. */
export function rangesAround(found: readonly PlaceRow[], reach: number): Ranges {
  const ranges: Ranges = { scopes: [], lows: [], highs: [] }
  const byScope = Map.groupBy(found, ({ scope_id }) => scope_id)
  for (const [scope, rows] of byScope) {
    const places = [...new Set(rows.map(({ place }) => place))].toSorted((a, b) => a - b)
    let [low, high] = [0, -1]
    const close = () => {
      if (high < low) return
      ranges.scopes.push(scope)
      ranges.lows.push(low)
      ranges.highs.push(high)
    }
    for (const place of places) {
      if (high >= low && place - reach <= high + 1) high = place + reach
      else {
        close()
        ;[low, high] = [place - reach, place + reach]
      }
    }
    close()
  }
  return ranges
}
