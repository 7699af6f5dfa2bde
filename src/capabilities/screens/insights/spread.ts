export const hour = 3600
/** The median of one or two values tells whose they were, and little else. */
const fewest = 3

/** Like PostgreSQL's percentile_cont: interpolates between two values. */
export function percentile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? below
  return below + (above - below) * (place - Math.floor(place))
}

export const inHours = (seconds: number): number => Math.round((seconds / hour) * 100) / 100

export function spreadOf(seconds: readonly number[]): { count: number; median_hours: number | null; p85_hours: number | null } {
  const sorted = seconds.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted.length < fewest ? null : inHours(percentile(sorted, share)))
  return { count: sorted.length, median_hours: at(0.5), p85_hours: at(0.85) }
}
