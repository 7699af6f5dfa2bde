import type { contracts } from '../../src/capabilities/contracts.ts'
import { BatonError } from './baton-error.ts'
import { buildRequest, type ClientRoute } from './build-request.ts'
import type { moreRoutes } from './more-routes.ts'
import { routes } from './routes.ts'

export { BatonError }

type Contracts = typeof contracts
export type Name = (keyof typeof routes | keyof typeof moreRoutes) & keyof Contracts
export type Input<N extends Name> = Contracts[N]['input']['_zod']['input']
export type Output<N extends Name> = Contracts[N]['output']['_zod']['output']

export interface CallOptions {
  /** A call repeated with the same key takes effect once. */
  idempotencyKey?: string
  signal?: AbortSignal
}

type Call<N extends Name> =
  {} extends Input<N>
    ? (input?: Input<N>, options?: CallOptions) => Promise<Output<N>>
    : (input: Input<N>, options?: CallOptions) => Promise<Output<N>>

/** One method for each operation of the web API. */
export type Client = { readonly [N in Name]: Call<N> }

export interface ClientOptions {
  url: string
  /** An access token, or a function that returns the current one. */
  token?: string | (() => string | Promise<string>)
  /** Id or handle; defaults to the personal organization. */
  organization?: string
  fetch?: typeof globalThis.fetch
}

export function createClient(options: ClientOptions): Client {
  const method =
    (name: string) =>
    async (input: Record<string, unknown> = {}, call: CallOptions = {}) =>
      send(options, buildRequest(await choicesOf(name), input), call)
  return new Proxy({} as Client, {
    // Awaiting the client itself reads its `then`, which must not be a method.
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? method(name) : undefined),
  })
}

/** Most operations are called by only a few pages, so their routes are loaded with the first call of one. */
async function choicesOf(name: string): Promise<readonly ClientRoute[]> {
  const known: Record<string, readonly ClientRoute[]> = routes
  if (Object.hasOwn(known, name)) return known[name] ?? []
  const more: Record<string, readonly ClientRoute[]> = (await import('./more-routes.ts')).moreRoutes
  if (!Object.hasOwn(more, name)) throw new TypeError(`There is no operation ${name}`)
  return more[name] ?? []
}

/** Sends one request, as every method of the client does. */
export async function send(options: ClientOptions, request: ReturnType<typeof buildRequest>, call: CallOptions = {}): Promise<unknown> {
  const { url, token, organization, fetch = globalThis.fetch } = options
  const headers: Record<string, string> = { accept: 'application/json' }
  const value = typeof token === 'function' ? await token() : token
  if (value) headers['authorization'] = `Bearer ${value}`
  if (organization) headers['baton-organization'] = organization
  if (call.idempotencyKey) headers['idempotency-key'] = call.idempotencyKey
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(url.replace(/\/$/, '') + request.path, {
    method: request.method,
    headers,
    ...(request.body !== undefined && { body: request.body }),
    ...(call.signal && { signal: call.signal }),
  })
  if (!response.ok) throw await BatonError.from(response)
  return response.json()
}
