import { countTokens, measure, type Measured } from '../../../platform/count-tokens.ts'

/** A text that can be cut to any number of tokens. */
export class Cuttable {
  readonly #measured: Measured
  readonly whole: number

  /** Beyond `max` tokens, a text is too long whatever its exact size. */
  constructor(text: string, max: number) {
    this.#measured = measure(text, max)
    // Measured as JSON, where quotes and line breaks take more tokens.
    this.whole = countTokens(JSON.stringify(text), max)
  }

  cut(tokens: number): string {
    const { text, ends, tokens: before } = this.#measured
    if (this.whole <= tokens) return text
    // Assumes that the part that is kept needs no more escaping, in proportion, than the whole.
    const share = Math.max(0, (tokens - 4) * Math.min(1, (before.at(-1) ?? 0) / Math.max(1, this.whole)))
    let [low, high] = [0, before.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((before[middle] ?? 0) <= share) low = middle + 1
      else high = middle
    }
    return `${text.slice(0, low > 0 ? ends[low - 1] : 0)}…`
  }
}

/** A list that can be cut to the items that fit. */
export class Prefix<Item> {
  readonly items: readonly Item[]
  readonly #sums: number[] = []

  constructor(items: readonly Item[], max: number) {
    this.items = items
    let sum = 0
    for (const item of items) {
      this.#sums.push((sum += countTokens(JSON.stringify(item), max) + 1))
      if (sum > max) break
    }
  }

  cut(tokens: number): Item[] {
    const over = this.#sums.findIndex((sum) => sum > tokens)
    return this.items.slice(0, over < 0 ? this.#sums.length : over)
  }
}

/** Searches in a few steps for the largest share whose result fits; `null` if not even a share of zero does. */
export function largest<T>(max: number, make: (share: number) => T, fits: (made: T) => boolean): T | null {
  // A part may take only a fraction of its share, so fitting everything needs a share above the maximum.
  const whole = make(max * 8 + 8)
  if (fits(whole)) return whole
  let best: T | null = null
  let [low, high] = [0, max]
  for (let step = 0; step < 9; step++) {
    const middle = step === 0 ? 0 : (low + high) / 2
    const made = make(middle)
    if (fits(made)) {
      best = made
      low = middle
    } else if (step === 0) return null
    else high = middle
  }
  return best
}
