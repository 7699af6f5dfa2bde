import { isTransient } from '../platform/transient-error.ts'

/** The complete set of refusals. Each door translates them into its own format; no other error reaches a caller. */
const statuses = {
  invalid: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  access_denied: 400,
  unauthenticated: 401,
  forbidden: 403,
  needs_person: 403,
  account_closed: 403,
  agent_deleted: 403,
  agent_stopped: 403,
  not_found: 404,
  request_timeout: 408,
  conflict: 409,
  in_progress: 409,
  needs_confirmation: 409,
  already_created: 409,
  already_superseded: 409,
  already_done: 409,
  lease_held: 409,
  gate_closed: 409,
  email_taken: 409,
  handle_taken: 409,
  gone: 410,
  stale_version: 412,
  too_large: 413,
  key_reused: 422,
  rate_limited: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof statuses

export class Refusal extends Error {
  readonly code: ErrorCode
  /** Additional fields of the response: field errors, holder and expiry of a lease, seconds to wait. */
  readonly extra: Record<string, unknown>
  commits = false
  constructor(code: ErrorCode, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.extra = extra
  }

  /** Commits the transaction despite the refusal: a failure that was counted must not be rolled back by its own refusal. */
  committing(): this {
    this.commits = true
    return this
  }

  get status(): number {
    return statuses[this.code]
  }
}

/** One message for all cases: the resource does not exist, belongs to another tenant, or may not be seen by the caller. */
export function notFound(kind: string, name: string, next: string): Refusal {
  return new Refusal('not_found', `No ${kind}${isPlain(name) ? ` \`${name}\`` : ' of this name'} here. ${next}`)
}

/** A key, slug or id. No other caller input is echoed in an error: whoever reads it would take it for our own words. */
export const isPlain = (name: string): boolean => /^[\w@][\w@.-]{0,63}$/.test(name)

const readOnly = 'Your teams are viewers in this project’s workspaces. Ask a workspace owner for the editor role.'

/** Turns whatever a handler threw into a refusal. Unforeseen errors become `internal` and keep their cause for the log. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = (error as { code?: string }).code ?? ''
  if (code === '23505') return new Refusal('conflict', 'That name or key is already taken. Choose another.')
  if (code === 'BA403') return new Refusal('forbidden', readOnly)
  // SQLSTATE class 22: a value PostgreSQL can't represent, such as a nonexistent date, half a character or a number out of range.
  if (code === '23514' || /^22...$/.test(code)) return new Refusal('invalid', 'A value is outside what is allowed.')
  const refusal = isTransient(error)
    ? new Refusal('unavailable', 'The database is busy or restarting. Try again in a moment.', { retry_after: 1 })
    : new Refusal('internal', 'Something went wrong on our side. Try again; if it keeps happening, report it with the request id.')
  refusal.cause = error
  return refusal
}
