import { dayAfter } from './period.ts'
import { percentile } from './spread.ts'

const fewestDays = 21
const fewestCompletions = 5
const simulations = 1000
const horizon = 730
const block = 7

/** A seeded random number generator (mulberry32), so that the same history always gives the same forecast. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * When the remaining tasks will be done if work goes on as in the past. Each simulated future first resamples a history from the real one, since
 * twelve weeks might as well have gone otherwise, and then draws whole weeks from it, since Saturdays differ from Mondays. `daily` is the number of
 * tasks completed per day, oldest first; `last` is the last of these days.
 */
export function forecastOf(daily: readonly number[], remaining: number, last: string) {
  const completed = daily.reduce((sum, count) => sum + count, 0)
  const none = { history_days: daily.length, completed, remaining, p15: null, p50: null, p85: null }
  if (remaining === 0) return { state: 'done' as const, ...none }
  if (daily.length < fewestDays) return { state: 'needs_history' as const, ...none }
  if (completed < fewestCompletions) return { state: 'needs_completions' as const, ...none }
  const random = seeded(daily.length * 1_000_003 + completed * 7919 + remaining)
  const lengths = Array.from({ length: simulations }, () => daysUntilDone(daily, remaining, random)).toSorted((a, b) => a - b)
  const by = (share: number): string | null => {
    const days = Math.ceil(percentile(lengths, share))
    return days > horizon ? null : dayAfter(last, days)
  }
  const [p15, p50, p85] = [by(0.15), by(0.5), by(0.85)]
  return { ...none, state: p50 === null ? ('beyond_horizon' as const) : ('forecast' as const), p15, p50, p85 }
}

function daysUntilDone(daily: readonly number[], remaining: number, random: () => number): number {
  const blocks = Math.ceil(daily.length / block)
  const starts = Array.from({ length: blocks }, () => Math.floor(random() * daily.length))
  let left = remaining
  for (let day = 1; day <= horizon;) {
    const start = starts[Math.floor(random() * blocks)] ?? 0
    for (let step = 0; step < block && day <= horizon; step++, day++) {
      // Wraps around, so that the newest days are drawn as often as the others.
      left -= daily[(start + step) % daily.length] ?? 0
      if (left <= 0) return day
    }
  }
  return horizon + 1
}
