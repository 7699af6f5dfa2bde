export type ProviderProblem = 'revoked' | 'rate_limited' | 'refused' | 'unavailable'

/** A provider did not do what it was asked. Its own words are never passed on: they may hold what was sent. */
export class ProviderFailure extends Error {
  readonly problem: ProviderProblem
  /** Seconds to wait, where it said so. */
  readonly retryAfter: number | null
  constructor(problem: ProviderProblem, message: string, retryAfter: number | null = null) {
    super(message)
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

const longestPause = 3600

/** What a `Retry-After` asks for, in seconds; a minute where it says nothing we understand. */
export function pauseAsked(header: string | null | undefined): number {
  const seconds = Number(header)
  return header && Number.isFinite(seconds) && seconds >= 0 ? Math.min(Math.ceil(seconds), longestPause) : 60
}

/** What a failed request of ours means, whichever provider it went to. */
export function notReached(provider: string, error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  const late = (error as { name?: string }).name === 'TimeoutError'
  return new ProviderFailure('unavailable', `${provider} ${late ? 'did not answer in time' : 'could not be reached'}. It is tried again.`)
}
