import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEmulator } from 'emulate'
import { Deliveries } from './deliveries.ts'
import { answerQuery } from './graphql.ts'
import { HostRepository } from './host-repository.ts'
import { codeload, paged, repositoryRoutes } from './rest-routes.ts'

/*
 * Stands in for GitHub. In front is our own server, behind it `emulate`.
 *
 * emulate answers what it implements faithfully: the App's JWT, installations and their tokens, the OAuth web flow, users, issues and comments.
 * Our server fully answers, from bare repositories managed by git, what emulate fakes or lacks: branches, trees, blobs, tarballs, commits,
 * pull requests that follow their branch, reviews, merges, checks with their app, workflow runs, GraphQL against GitHub's published schema,
 * the repositories of an installation and of a login, the comments on all issues of a repository. It rejects unknown tokens, limits an
 * installation token to the repositories it was issued for, signs webhooks, adds ETags, and counts requests.
 */

export interface Asked {
  method: string
  url: URL
  body: Record<string, unknown>
  /** The login or app that makes the request. */
  actor: string
  /** The App's id, if the request uses one of its installation tokens. */
  app: number | undefined
  /** Everyone who can be asked for a review. */
  users: readonly string[]
}

export interface Answer {
  status?: number
  json?: unknown
  bytes?: Buffer
  headers?: Record<string, string>
}

interface Bearer {
  login?: string
  app?: number
  /** Ids of the repositories it can access; all of them if undefined. */
  repositories?: readonly number[]
}

const account = 'acme'
const appId = 4711
const installation = 100
const logins = ['octocat', 'ada', 'bob', 'eve'] as const
const permissions = { contents: 'write', checks: 'write', issues: 'write', pull_requests: 'write', actions: 'read', metadata: 'read' }

export interface GitHubStandIn {
  url: string
  /** Settings that point a Baton to this stand-in. */
  settings: Record<string, string>
  appId: number
  installation: number
  deliveries: Deliveries
  /** Every request received since this was last emptied, as `GET /repos/acme/web`. */
  requests: string[]
  /** Answers before all regular routes, to test against a host that refuses or breaks. */
  instead: ((method: string, path: string) => Answer | undefined) | null
  addRepository(name: string, options?: { private?: boolean }): Promise<HostRepository>
  repository(name: string): HostRepository
  /** Makes these repositories visible to this person's own login. */
  letSee(login: string, ...names: string[]): void
  /** Issues a fine-grained token of this person for these repositories. */
  fineGrainedToken(login: string, ...names: string[]): string
  /** What the browser brings back after this person has approved at the address. */
  agree(login: string, address: string): Promise<{ code: string; state: string }>
  /** Removes the App from the account: its tokens stop working, and new ones are refused. */
  uninstall(): void
  /** A request with a person's rights that isn't counted: for what a test does by hand on the host. */
  act(login: string, method: string, path: string, body?: unknown): Promise<any>
  close(): Promise<void>
}

export async function startGitHub(): Promise<GitHubStandIn> {
  const webhookSecret = 'webhook-secret-of-the-app'
  const deliveries = new Deliveries(webhookSecret)
  const repositories = new Map<string, HostRepository>()
  const bearers = new Map<string, Bearer>(logins.map((login) => [`seed-${login}`, { login }]))
  const seen = new Map<string, Set<string>>()
  const requests: string[] = []
  let uninstalled = false

  const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'Iv1.standin', client_secret: 'client-secret', name: 'Baton', redirect_uris: ['*'] }
  const port = await freePort()
  const upstream = `http://127.0.0.1:${port}`
  const emulator = await createEmulator({
    service: 'github',
    port,
    baseUrl: url,
    seed: {
      tokens: Object.fromEntries(logins.map((login) => [`seed-${login}`, { login }])),
      github: {
        users: logins.map((login) => ({ login, name: login, email: `${login}@github.example` })),
        orgs: [{ login: account, members: logins.map((login) => ({ login, role: 'admin' })) }],
        repos: [],
        oauth_apps: [client],
        apps: [
          {
            app_id: appId,
            slug: 'baton',
            name: 'Baton',
            permissions,
            events: ['*'],
            webhook_url: `${url}/_relay`,
            webhook_secret: 'internal',
            installations: [{ installation_id: installation, account, repository_selection: 'all' }],
          },
        ],
      },
    },
  } as never)
  const privateKey = emulator.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key')?.value as string

  /** Forwards a request to emulate, with the caller's rights. */
  async function behind(method: string, path: string, headers: Record<string, string>, raw: Buffer): Promise<Response> {
    const bare = method === 'GET' || method === 'HEAD'
    const body = bare ? undefined : raw.length > 0 ? new Uint8Array(raw) : '{}'
    // A connection of its own: on a busy machine, one that is kept is closed at the moment in which the next request is sent on it.
    return fetch(upstream + path, { method, headers: { ...headers, connection: 'close' }, redirect: 'manual', ...(body && { body }) })
  }

  const act: GitHubStandIn['act'] = async (login, method, path, body) => {
    const headers = { authorization: `token seed-${login}`, 'content-type': 'application/json' }
    const answer = await behind(method, path, headers, Buffer.from(body === undefined ? '' : JSON.stringify(body)))
    return answer.json()
  }

  const reaches = ({ login, repositories: only }: Bearer, repository: HostRepository): boolean =>
    login
      ? (seen.get(login)?.has(repository.name) ?? false) && (!only || only.includes(repository.id))
      : !uninstalled && (!only || only.includes(repository.id))

  async function answer(request: IncomingMessage, raw: Buffer): Promise<Answer | Response> {
    const method = request.method ?? 'GET'
    const asked = new URL(request.url ?? '/', url)
    const path = asked.pathname
    if (path === '/_relay') return relay(request, raw)
    if (path.startsWith('/_codeload/')) return codeload(path.slice('/_codeload/'.length))
    requests.push(`${method} ${path}`)
    const refused = standIn.instead?.(method, path)
    if (refused) return refused
    const authorization = request.headers.authorization ?? ''
    const token = authorization.replace(/^(token|bearer) /i, '')
    const headers = forwarded(request)
    if (path.startsWith('/login/')) return logIn(method, request.url ?? '/', headers, raw)
    if (token.startsWith('ey')) return asApp(method, request.url ?? '/', headers, raw)
    const bearer = bearers.get(token)
    if (!bearer || (bearer.app && uninstalled)) return { status: 401, json: { message: 'Bad credentials' } }
    const body = raw.length > 0 ? (JSON.parse(String(raw)) as Record<string, unknown>) : {}
    const context: Asked = { method, url: asked, body, actor: bearer.login ?? 'baton[bot]', app: bearer.app, users: logins }
    const mine = () => [...repositories.values()].filter((one) => reaches(bearer, one))
    if (path === '/graphql') {
      const query = await answerQuery(String(body['query']), (body['variables'] as Record<string, unknown>) ?? {}, (name) =>
        mine().find((one) => one.name === name),
      )
      return { json: query }
    }
    if (path === '/installation/repositories') return listed(context, mine())
    if (path === '/user/installations') return installations(context, mine())
    if (path === `/user/installations/${installation}/repositories`) return listed(context, mine())
    if (path === '/user/repos')
      return paged(
        context,
        mine().map((one) => one.describe()),
      )
    const named = /^\/(?:repos\/([^/]+\/[^/]+)|repositories\/(\d+))(\/.*)?$/.exec(path)
    if (named) {
      const found = [...repositories.values()].find((one) => (named[1] ? one.name === named[1] : one.id === Number(named[2])))
      if (!found || !reaches(bearer, found)) return { status: 404, json: { message: 'Not Found' } }
      const rest = named[3] ?? ''
      if (method === 'GET' && rest === '/issues/comments')
        return paged(context, await commentsOf(found.name, asked.searchParams.get('since')))
      for (const [verb, pattern, work] of repositoryRoutes) {
        const parts = verb === method && pattern.exec(rest)
        if (parts) return work(found, context, parts.slice(1))
      }
    }
    // emulate doesn't know this token, so it is replaced by one of the same person.
    if (bearer.login) headers['authorization'] = `token seed-${bearer.login}`
    return behind(method, request.url ?? '/', headers, raw)
  }

  /** emulate mistakes the path of this list for that of a single issue. */
  async function commentsOf(name: string, since: string | null): Promise<unknown[]> {
    const issues: { number: number }[] = await act('octocat', 'GET', `/repos/${name}/issues?state=all&per_page=100`)
    const path = (number: number) => `/repos/${name}/issues/${number}/comments?per_page=100`
    const all: { updated_at: string }[][] = await Promise.all(issues.map(({ number }) => act('octocat', 'GET', path(number))))
    const changed = all.flat().filter(({ updated_at }) => !since || Date.parse(updated_at) >= Date.parse(since))
    return changed.toSorted((a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at))
  }

  const listed = (asked: Asked, all: readonly HostRepository[]): Answer =>
    paged(
      asked,
      all.map((one) => one.describe()),
      (page) => ({ total_count: all.length, repositories: page }),
    )

  const installations = (asked: Asked, all: readonly HostRepository[]): Answer => {
    const some =
      all.length > 0 && !uninstalled ? [{ id: installation, app_id: appId, account: { login: account }, repository_selection: 'all' }] : []
    return paged(asked, some, (page) => ({ total_count: some.length, installations: page }))
  }

  async function logIn(method: string, path: string, headers: Record<string, string>, raw: Buffer): Promise<Answer | Response> {
    const given = await behind(method, path, headers, raw)
    if (!path.startsWith('/login/oauth/access_token')) return given
    const json = (await given.json()) as { access_token?: string }
    if (json.access_token) {
      const who = await behind('GET', '/user', { authorization: `token ${json.access_token}` }, Buffer.alloc(0))
      bearers.set(json.access_token, { login: ((await who.json()) as { login: string }).login })
    }
    return { json }
  }

  async function asApp(method: string, path: string, headers: Record<string, string>, raw: Buffer): Promise<Answer | Response> {
    const tokens = /^\/app\/installations\/(\d+)\/access_tokens/.exec(path)
    if (tokens && uninstalled) return { status: 404, json: { message: 'Not Found' } }
    const given = await behind(method, path, headers, raw)
    if (!tokens || !given.ok) return given
    const json = (await given.json()) as { token: string; repositories?: { id: number }[] }
    const narrowed = raw.length > 0 ? ((JSON.parse(String(raw)) as { repository_ids?: number[] }).repository_ids ?? null) : null
    bearers.set(json.token, { app: appId, ...(narrowed && { repositories: narrowed }) })
    return { status: given.status, json }
  }

  /** Of the webhooks that emulate sends to its App, issues and comments are passed on; all others are emitted by our side. */
  function relay(request: IncomingMessage, raw: Buffer): Answer {
    const event = String(request.headers['x-github-event'])
    if (event === 'issues' || event === 'issue_comment') deliveries.emit(event, JSON.parse(String(raw)))
    return { status: 202 }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const given = await answer(request, Buffer.concat(parts)).catch((error: Error) => ({ status: 500, json: { message: error.stack } }))
    await send(request, response, given instanceof Response ? await plain(given, upstream, url) : given)
  }

  const standIn: GitHubStandIn = {
    url,
    settings: {
      CODEHOST_CLIENT_ID: client.client_id,
      CODEHOST_CLIENT_SECRET: client.client_secret,
      CODEHOST_APP_ID: String(appId),
      CODEHOST_PRIVATE_KEY: privateKey,
      CODEHOST_WEBHOOK_SECRET: webhookSecret,
      GITHUB_URL: url,
      GITHUB_API_URL: url,
    },
    appId,
    installation,
    deliveries,
    requests,
    instead: null,
    async addRepository(name, options = {}) {
      const { id } = await act('octocat', 'POST', `/orgs/${account}/repos`, { name, private: options.private ?? true })
      const about = { id, name: `${account}/${name}`, private: options.private ?? true, url, installation }
      const repository = await HostRepository.create(about, deliveries)
      repositories.set(repository.name, repository)
      return repository
    },
    repository(name) {
      const found = repositories.get(name)
      if (!found) throw new Error(`no repository ${name}`)
      return found
    },
    letSee(login, ...names) {
      seen.set(login, new Set([...(seen.get(login) ?? []), ...names]))
    },
    fineGrainedToken(login, ...names) {
      const token = `github_pat_${randomBytes(20).toString('hex')}`
      standIn.letSee(login, ...names)
      bearers.set(token, { login, repositories: names.map((name) => standIn.repository(name).id) })
      return token
    },
    async agree(login, address) {
      const asked = new URL(address)
      const fields = new URLSearchParams({
        login,
        redirect_uri: asked.searchParams.get('redirect_uri') ?? '',
        scope: '',
        state: asked.searchParams.get('state') ?? '',
        client_id: asked.searchParams.get('client_id') ?? '',
      })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const back = await behind('POST', '/login/oauth/callback', headers, Buffer.from(String(fields)))
      const location = new URL(back.headers.get('location') ?? '')
      return { code: location.searchParams.get('code') ?? '', state: location.searchParams.get('state') ?? '' }
    },
    uninstall: () => void (uninstalled = true),
    act,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await emulator.close()
      await Promise.all([...repositories.values()].map(({ git }) => git.remove()))
    },
  }
  return standIn
}

/** emulate uses the address we give it in its responses, so its port must be known beforehand. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const dropped = new Set(['host', 'connection', 'content-length', 'if-none-match', 'accept-encoding', 'transfer-encoding'])
const forwarded = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (dropped.has(name) ? [] : [[name, String(value)]])))

/** emulate's response, with our address in its links. */
async function plain(response: Response, theirs: string, ours: string): Promise<Answer> {
  const headers: Record<string, string> = {}
  for (const name of ['location', 'link', 'content-type']) {
    const value = response.headers.get(name)
    if (value) headers[name] = value.replaceAll(theirs, ours)
  }
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!headers['content-type']?.includes('json') || bytes.length === 0) return { status: response.status, bytes, headers }
  return { status: response.status, json: JSON.parse(String(bytes)), headers }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, json, bytes, headers = {} }: Answer,
): Promise<void> {
  const body = bytes ?? (json === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(json)))
  const tagged: Record<string, string> = { ...headers, ...(json !== undefined && { 'content-type': 'application/json; charset=utf-8' }) }
  if (request.method === 'GET' && status === 200) {
    tagged['etag'] = `W/"${createHash('sha256').update(body).digest('hex')}"`
    if (request.headers['if-none-match'] === tagged['etag']) {
      response.writeHead(304, tagged).end()
      return
    }
  }
  response.writeHead(status, tagged).end(body)
}
