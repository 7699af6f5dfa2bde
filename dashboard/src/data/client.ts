import { createClient, type Client, type ClientOptions } from '@baton/client'
import { accessToken, cookieFetch } from './session.ts'

const clients = new Map<string, Client>()

export const optionsFor = (organization: string): ClientOptions => ({
  url: location.origin,
  organization,
  token: accessToken,
  fetch: cookieFetch,
})

/** The web API as the current user, in the organization of this handle. */
export function clientFor(organization: string): Client {
  let client = clients.get(organization)
  if (!client) clients.set(organization, (client = createClient(optionsFor(organization))))
  return client
}

/** What is the user's own and no organization's. */
export const account: Client = createClient({ url: location.origin, token: accessToken, fetch: cookieFetch })
