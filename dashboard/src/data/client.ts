import { createClient, type Client, type ClientOptions } from '@baton/client'
import { slowDown } from './live/connection.ts'
import { notePosition } from './live/positions.ts'
import { accessToken, cookieFetch } from './session.ts'

const clients = new Map<string, Client>()

/** Reads from every response the log position it was made at, and backs off when the rate limit is hit. */
const listening =
  (organization: string): typeof fetch =>
  async (input, init) => {
    const response = await cookieFetch(input, init)
    if (response.status === 429) slowDown(Number(response.headers.get('retry-after') ?? 1))
    notePosition(organization, response.headers.get('baton-log-position'))
    return response
  }

export const optionsFor = (organization: string): ClientOptions => ({
  url: location.origin,
  organization,
  token: accessToken,
  fetch: listening(organization),
})

/** The web API as the current user, in the organization with this handle. */
export function clientFor(organization: string): Client {
  let client = clients.get(organization)
  if (!client) clients.set(organization, (client = createClient(optionsFor(organization))))
  return client
}

/** For data that belongs to the user and not to an organization. */
export const account: Client = createClient({ url: location.origin, token: accessToken, fetch: listening('') })
