import type { contracts } from '../../src/capabilities/contracts.ts'
import { BatonError } from './baton-error.ts'
import { buildRequest, type ClientRoute } from './build-request.ts'
import type { instanceRoutes } from './instance-routes.ts'
import { routes } from './routes.ts'

export { BatonError }

type Contracts = typeof contracts
export type Name = (keyof typeof routes | keyof typeof instanceRoutes) & keyof Contracts
export type Input<N extends Name> = Contracts[N]['input']['_zod']['input']
export type Output<N extends Name> = Contracts[N]['output']['_zod']['output']

export interface CallOptions {
  /** Repeating a call with its key has one effect. */
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
  /** An access token, or where to get the current one. */
  token?: string | (() => string | Promise<string>)
  /** Id or handle; without one the personal organization is meant. */
  organization?: string
  fetch?: typeof globalThis.fetch
}

const known: Record<string, readonly ClientRoute[]> = { ...routes }

/** Lets every client call these too. What only administrators and strangers call is known by importing `@baton/client/instance`. */
export const addRoutes = (more: Record<string, readonly ClientRoute[]>): void => void Object.assign(known, more)

export function createClient(options: ClientOptions): Client {
  const method =
    (choices: readonly ClientRoute[]) =>
    (input: Record<string, unknown> = {}, call: CallOptions = {}) =>
      send(options, buildRequest(choices, input), call)
  return new Proxy({} as Client, {
    get: (_, name) => (typeof name === 'string' && Object.hasOwn(known, name) ? method(known[name] ?? []) : undefined),
  })
}

async function send(options: ClientOptions, request: ReturnType<typeof buildRequest>, call: CallOptions): Promise<unknown> {
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
