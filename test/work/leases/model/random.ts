/** A small seeded generator, so that a failing run can be repeated. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0 || 1
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(max: number): number {
    return Math.floor(this.next() * max)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** A random choice by weight. */
  weighed<T>(options: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.next() * options.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of options) if ((left -= weight) < 0) return value
    return (options.at(-1) as readonly [number, T])[1]
  }
}
