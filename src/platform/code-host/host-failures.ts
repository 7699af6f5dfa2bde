import { HostFailure } from './code-host.ts'

interface Refused {
  status?: number
  name?: string
  response?: { headers?: Record<string, string | number | undefined> }
  errors?: ({ type?: string } | null)[]
}

/** Translates the host's errors into our own. */
export async function orHostFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof HostFailure ? error : hostFailure(error as Refused)
  }
}

function hostFailure(error: Refused): HostFailure {
  const { status, response } = error
  const errors = Array.isArray(error.errors) ? error.errors : []
  const headers = response?.headers ?? {}
  const limited =
    status === 429 || (status === 403 && (headers['retry-after'] !== undefined || String(headers['x-ratelimit-remaining']) === '0'))
  if (limited || errors.some((one) => one?.type === 'RATE_LIMITED'))
    return new HostFailure('rate_limited', 'GitHub’s rate limit is used up for now. The next sync continues automatically.', error)
  if (status === 401 || status === 403) return new HostFailure('no_access', noAccess, error)
  if (status === 404 || status === 410 || errors.some((one) => one?.type === 'NOT_FOUND'))
    return new HostFailure('not_found', notThere, error)
  if (status === 409 || status === 422) return new HostFailure('refused', 'GitHub refused this.', error)
  return new HostFailure('unavailable', 'GitHub did not answer in time. The next sync tries again.', error)
}

const noAccess = 'GitHub refused access: the app was removed or lacks a permission, or the token ended. Connect it again.'
const notThere = 'GitHub has no such repository for this connection: it was deleted, or the app may no longer see it.'

/** A list of a thousand pages has ten times as many things as anything here reads. */
const maxPages = 1000

/** Called for each page of what one call reads; a host that always has another page fails. */
export function countPages(): () => void {
  let pages = 0
  return () => {
    if (++pages > maxPages) throw new HostFailure('unavailable', 'GitHub’s list has no end. The next sync tries again.')
  }
}
