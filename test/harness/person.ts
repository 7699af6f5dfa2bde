import { setTimeout } from 'node:timers/promises'
import { createClient, type Client } from '../../client/src/create-client.ts'

export interface Answer<Body = any> {
  status: number
  body: Body
  text: string
  headers: Headers
}

/** A logged-in user of the web API, in one organization. */
export class Person {
  readonly url: string
  readonly user: { id: string; handle: string; email: string; personal_organization_id: string }
  readonly password: string
  token: string
  refreshToken: string
  /** Sent as the Baton-Organization header; without it, calls go to the personal organization. */
  organization: string | undefined

  constructor(url: string, login: any, password: string, organization?: string) {
    this.url = url
    this.user = login.user
    this.token = login.token
    this.refreshToken = login.refresh_token
    this.password = password
    this.organization = organization
  }

  static async register(url: string, handle: string): Promise<Person> {
    const password = `password of ${handle}`
    const body = { email: `${handle}@example.com`, password, name: `Name of ${handle}`, handle }
    const answer = await patiently(() => send(url, 'POST', '/api/auth/register', body))
    if (answer.status !== 201) throw new Error(`register: ${answer.status} ${answer.text}`)
    return new Person(url, answer.body, password)
  }

  /** The typed client: inputs and outputs have the contracts' types, and an error response is thrown as a BatonError. */
  get api(): Client {
    const { url, organization } = this
    return createClient({ url, token: () => this.token, ...(organization && { organization }), fetch: patientFetch })
  }

  /** Any request, for tests of a status, a header or invalid input. */
  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const organization: Record<string, string> = this.organization ? { 'baton-organization': this.organization } : {}
    return send(this.url, method, path, body, { authorization: `Bearer ${this.token}`, ...organization, ...headers })
  }

  /** A call that must succeed. */
  async do<Body = any>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Body> {
    const answer = await patiently(() => this.call(method, path, body, headers))
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  /** The same person, acting in another organization. */
  in(organization: string): Person {
    return new Person(this.url, { user: this.user, token: this.token, refresh_token: this.refreshToken }, this.password, organization)
  }

  /** A new session: an access token lives 15 minutes, and operations that require step-up need a login within the last ten. */
  async logInAgain(): Promise<void> {
    const login = { email: this.user.email, password: this.password }
    const { status, text, body } = await patiently(() => send(this.url, 'POST', '/api/auth/login', login))
    if (status !== 200) throw new Error(`login: ${status} ${text}`)
    this.token = body.token
    this.refreshToken = body.refresh_token
  }

  async createOrganization(handle: string): Promise<Person> {
    const { id } = await this.api.createOrganization({ name: `Organization ${handle}`, handle })
    return this.in(id)
  }

  async mcpToken(name = 'test'): Promise<{ id: string; token: string }> {
    return this.api.createMcpToken({ name })
  }
}

/** Honors Retry-After on a 503 like any client, so that a slow machine fails no test. */
async function patiently<Some extends { status: number; headers: Headers }>(call: () => Promise<Some>): Promise<Some> {
  let answer = await call()
  for (let tries = 0; answer.status === 503 && answer.headers.has('retry-after') && tries < 5; tries++) {
    await setTimeout(Number(answer.headers.get('retry-after')) * 1000)
    answer = await call()
  }
  return answer
}

const patientFetch: typeof fetch = (...request) => patiently(() => fetch(...request))

export async function send(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(url + path, {
    method,
    headers: { ...type, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  return { status: response.status, body: parsed, text, headers: response.headers }
}
