import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Octokit } from 'octokit'
import { z } from 'zod'
import { boundedFetch, easilyParsed, jsonOf } from '../bounded-fetch.ts'
import type { Config } from '../config.ts'
import { callbackUrl } from './app-manifest.ts'
import { type Access, type CodeHost, type Granted, HostFailure, type HostRepository } from './code-host.ts'
import { storable } from '../storable.ts'
import { openSession } from './github-session.ts'
import { countPages, orHostFailure } from './host-failures.ts'

const seconds = 20
const archiveSeconds = 200
/** The longest pause requested by the host that is worth waiting for; a longer one ends the work, and the next sync continues. */
const worthWaiting = 10
const maxInstallations = 20
const maxRepositories = 2000

const Tokens = z.object({ access_token: z.string().min(1) })

/** GitHub, or the Enterprise Server that the operator's variables name. They may name a private address; nobody else can. */
export function createCodeHost(config: Config): CodeHost {
  const { GITHUB_URL, GITHUB_API_URL, CODEHOST_CLIENT_ID, CODEHOST_CLIENT_SECRET, CODEHOST_APP_ID, CODEHOST_PRIVATE_KEY } = config
  const patience = (retryAfter: number, _: unknown, __: unknown, tries: number) => tries < 1 && retryAfter <= worthWaiting
  // Against a test double, the pauses between writes would only make tests slow.
  const careful = config.NODE_ENV !== 'test'
  const options = {
    baseUrl: GITHUB_API_URL,
    userAgent: 'baton',
    throttle: { enabled: careful, onRateLimit: patience, onSecondaryRateLimit: patience },
    retry: { enabled: careful },
    request: { fetch: limitedFetch },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  }
  const isSetUp = Boolean(CODEHOST_APP_ID && CODEHOST_PRIVATE_KEY)
  // Loaded with the first call: an instance without a code host never needs it.
  const load = async () => {
    const { App, Octokit } = await import('octokit')
    const Client = Octokit.defaults(options)
    const app =
      CODEHOST_APP_ID && CODEHOST_PRIVATE_KEY
        ? new App({ appId: CODEHOST_APP_ID, privateKey: CODEHOST_PRIVATE_KEY, Octokit: Client })
        : null
    return { Client, app }
  }
  let loaded: ReturnType<typeof load> | undefined
  const library = () => (loaded ??= load())
  const clientWith = async (auth: string): Promise<Octokit> => {
    const client = new (await library()).Client({ auth })
    // Streams and other things that are no JSON are left alone.
    client.hook.after('request', (response) => {
      if (isJson(response.data)) response.data = storable(response.data)
    })
    return client
  }

  /** For one repository alone: one organization's access must not lead to another's. Cached for an hour by the library. */
  const installationToken = async (installation: number, repository: number): Promise<string> => {
    const { app } = await library()
    if (!app) throw notSetUp()
    const options = { type: 'installation', installationId: installation, repositoryIds: [repository] }
    const { token } = (await orHostFailure(() => app.octokit.auth(options))) as { token: string }
    return token
  }

  return {
    app: isSetUp,
    loginUrl({ state, verifier }) {
      if (!isSetUp || !CODEHOST_CLIENT_ID) throw notSetUp()
      const url = new URL(`${GITHUB_URL}/login/oauth/authorize`)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const given = {
        client_id: CODEHOST_CLIENT_ID,
        redirect_uri: callbackUrl(config),
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value)
      return url.href
    },
    userToken: (code, verifier) =>
      orHostFailure(async () => {
        if (!CODEHOST_CLIENT_ID || !CODEHOST_CLIENT_SECRET) throw notSetUp()
        const answer = await limitedFetch(`${GITHUB_URL}/login/oauth/access_token`, {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'baton' },
          body: JSON.stringify({
            client_id: CODEHOST_CLIENT_ID,
            client_secret: CODEHOST_CLIENT_SECRET,
            code,
            code_verifier: verifier,
            redirect_uri: callbackUrl(config),
          }),
          redirect: 'error',
        })
        const tokens = Tokens.safeParse(answer.ok ? await jsonOf(answer) : null)
        if (!tokens.success) throw new HostFailure('refused', 'GitHub did not accept this login. Start again.')
        return tokens.data.access_token
      }),
    grantsOfLogin: (userToken) => orHostFailure(async () => grantsOfLogin(await clientWith(userToken))),
    grantsOfToken: (token) => orHostFailure(async () => grantsOfToken(await clientWith(token))),
    isSigned(body, signature) {
      const secret = config.CODEHOST_WEBHOOK_SECRET
      if (!secret || !signature) return false
      const right = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
      const given = Buffer.from(signature)
      return given.length === right.length && timingSafeEqual(given, right)
    },
    async open(access: Access) {
      const token = access.kind === 'token' ? access.token : await installationToken(access.installation, access.repository)
      return openSession(await clientWith(token), access.kind === 'app' ? (CODEHOST_APP_ID ?? null) : null)
    },
  }
}

const notSetUp = (): HostFailure =>
  new HostFailure(
    'not_set_up',
    'This instance has no GitHub App. An operator sets CODEHOST_APP_ID and CODEHOST_PRIVATE_KEY, or give a fine-grained token.',
  )

/** A list of files has at most 7 MB there. An archive is unpacked as it arrives, up to a limit of its own. */
const fetchAnswer = boundedFetch(32 * 1024 ** 2)
const fetchArchive = boundedFetch(2 * 1024 ** 3)

/** No call waits forever, whatever signal its caller passes. */
const limitedFetch: typeof globalThis.fetch = async (input, init) => {
  // An archive streams in for as long as its files are being stored.
  const isArchive = String(input).includes('/tarball/')
  const limit = AbortSignal.timeout((isArchive ? archiveSeconds : seconds) * 1000)
  const limited = { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit }
  return isArchive ? fetchArchive(input, limited) : easilyParsed(await fetchAnswer(input, limited))
}

const isJson = (data: unknown): boolean => Array.isArray(data) || Object.getPrototypeOf(data ?? 0) === Object.prototype

interface RestRepository {
  id: number
  full_name: string
  html_url: string
  default_branch: string
  private: boolean
}

const repositoryOf = ({ id, full_name, html_url, default_branch, private: hidden }: RestRepository): HostRepository => ({
  host_id: id,
  name: full_name,
  url: html_url,
  default_branch: default_branch ?? 'main',
  private: hidden,
})

/** What a person's own login lists: the proof that they have access to an installation and its repositories. */
async function grantsOfLogin(client: Octokit): Promise<Granted[]> {
  const { data } = await client.request('GET /user/installations', { per_page: maxInstallations })
  const granted: Granted[] = []
  for (const { id, account } of data.installations) {
    const path = 'GET /user/installations/{installation_id}/repositories'
    const pages = client.paginate.iterator(path, { installation_id: id, per_page: 100 })
    const repositories: HostRepository[] = []
    const another = countPages()
    for await (const page of pages) {
      another()
      repositories.push(...(page.data as unknown as RestRepository[]).map(repositoryOf))
      if (repositories.length >= maxRepositories) break
    }
    granted.push({ installation: id, account: account && 'login' in account ? account.login : 'unknown', repositories })
  }
  return granted
}

async function grantsOfToken(client: Octokit): Promise<Granted> {
  const { data: user } = await client.request('GET /user')
  const repositories: HostRepository[] = []
  const another = countPages()
  for await (const page of client.paginate.iterator('GET /user/repos', { per_page: 100 })) {
    another()
    repositories.push(...(page.data as unknown as RestRepository[]).map(repositoryOf))
    if (repositories.length >= maxRepositories) break
  }
  return { installation: null, account: user.login, repositories }
}
