/** Ticks in round steps from zero to at least the highest value. */
export function ticksTo(highest: number, wanted = 4): number[] {
  const rough = Math.max(highest, 1) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough
  const exact = highest > 4 ? Math.max(1, Math.ceil(step)) : step
  return Array.from({ length: Math.ceil(Math.max(highest, exact) / exact) + 1 }, (_, at) => Math.round(at * exact * 1000) / 1000)
}

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Maps a value linearly from a range to the span between two ends. */
export const place = (value: number, from: number, to: number, start: number, end: number): number =>
  to === from ? start : start + ((value - from) / (to - from)) * (end - start)

export const path = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/** A limited number of items, evenly spaced and including the last. */
export function someOf<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.ceil(all.length / Math.max(1, most)))
  return all.filter((_, at) => (all.length - 1 - at) % step === 0)
}
