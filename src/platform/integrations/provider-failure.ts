export type ProviderProblem = 'revoked' | 'rate_limited' | 'refused' | 'unavailable'

/** A provider failed or refused a request. Its own message is never passed on: it may contain what was sent. */
export class ProviderFailure extends Error {
  readonly problem: ProviderProblem
  /** Seconds to wait, if it said so. */
  readonly retryAfter: number | null
  constructor(problem: ProviderProblem, message: string, retryAfter: number | null = null) {
    super(message)
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

const longestPause = 3600

/** The pause that a `Retry-After` asks for, in seconds; a minute if it says nothing we understand. */
export function pauseAsked(header: string | null | undefined): number {
  const seconds = Number(header)
  return header && Number.isFinite(seconds) && seconds >= 0 ? Math.min(Math.ceil(seconds), longestPause) : 60
}

/** The failure for a request of ours that didn't succeed, whichever provider it went to. */
export function notReached(provider: string, error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  const late = (error as { name?: string }).name === 'TimeoutError'
  return new ProviderFailure('unavailable', `${provider} ${late ? 'did not answer in time' : 'could not be reached'}. It is tried again.`)
}
