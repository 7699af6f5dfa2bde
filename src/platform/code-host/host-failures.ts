import { HostFailure } from './code-host.ts'

interface Refused {
  status?: number
  name?: string
  response?: { headers?: Record<string, string | number | undefined> }
  errors?: { type?: string }[]
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
  const { status, response, errors } = error
  const headers = response?.headers ?? {}
  const limited =
    status === 429 || (status === 403 && (headers['retry-after'] !== undefined || String(headers['x-ratelimit-remaining']) === '0'))
  if (limited || errors?.some(({ type }) => type === 'RATE_LIMITED'))
    return new HostFailure('rate_limited', 'GitHub’s rate limit is used up for now. The next sync continues automatically.', error)
  if (status === 401 || status === 403) return new HostFailure('no_access', noAccess, error)
  if (status === 404 || status === 410 || errors?.some(({ type }) => type === 'NOT_FOUND'))
    return new HostFailure('not_found', notThere, error)
  if (status === 409 || status === 422) return new HostFailure('refused', 'GitHub refused this.', error)
  return new HostFailure('unavailable', 'GitHub did not answer in time. The next sync tries again.', error)
}

const noAccess = 'GitHub refused access: the app was removed or lacks a permission, or the token ended. Connect it again.'
const notThere = 'GitHub has no such repository for this connection: it was deleted, or the app may no longer see it.'
