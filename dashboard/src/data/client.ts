import { createClient, type Client, type ClientOptions } from '@baton/client'
import { accessToken, cookieFetch } from './session.ts'

const clients = new Map<string, Client>()

/** Most people never call what administrators do: its routes come with the first call. */
function withAdministration(options: ClientOptions): Client {
  const call = (name: string) => async (input: unknown, more: unknown) => {
    const { administrationRoutes } = await import('@baton/client/administration')
    return (createClient(options, administrationRoutes) as unknown as Record<string, (...given: unknown[]) => unknown>)[name]?.(input, more)
  }
  return new Proxy(createClient(options), { get: (client, name) => client[name as keyof Client] ?? call(String(name)) })
}

/** The web API as the current user, in the organization of this handle. */
export function clientFor(organization: string): Client {
  let client = clients.get(organization)
  if (!client)
    clients.set(organization, (client = withAdministration({ url: location.origin, organization, token: accessToken, fetch: cookieFetch })))
  return client
}

/** What is the user's own and no organization's. */
export const account: Client = withAdministration({ url: location.origin, token: accessToken, fetch: cookieFetch })
