/** When to try again after so many failures, up to a fifth later so that not all come at once; null: not any more. */
export function nextAttempt(delays: readonly number[], failures: number, now: Date, retryAfter: number | null): Date | null {
  const delay = delays[failures]
  if (delay === undefined) return null
  const jittered = delay * (1 + Math.random() / 5)
  return new Date(now.getTime() + Math.max(jittered, retryAfter ?? 0) * 1000)
}
