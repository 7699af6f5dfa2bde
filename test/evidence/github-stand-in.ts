import { generateKeyPairSync, randomUUID, sign, createHmac, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * Stands in for the parts of GitHub that make a CI job credible: the issuer of job tokens, and the few API calls about a
 * repository. It answers from tables that a test fills; what needs real git is tested against test/code-host.
 */

type Claims = Record<string, unknown>

export interface GitHubStandIn {
  url: string
  issuer: string
  /** Settings that point a Baton to this stand-in. */
  settings: Record<string, string>
  branches: Map<string, string>
  pulls: Map<number, string>
  parents: Map<string, string[]>
  /** `commit:path` or `branch:path`, mapped to the id of the file there. */
  blobs: Map<string, string>
  /** Posted check runs, as GitHub stores them. */
  checks: { id: number; sha: string; name: string; conclusion: string; title: string; summary: string; writes: number }[]
  /** The host answers 503. */
  away: boolean
  /** Issues a token; null claims are left out, and the signature can be made wrong in many ways. */
  token(claims: Claims, signature?: string): string
  close(): Promise<void>
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startGitHub(): Promise<GitHubStandIn> {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = 'key-1'
  const jwk = { ...key.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
  const facts: Omit<GitHubStandIn, 'url' | 'issuer' | 'settings' | 'token' | 'close'> = {
    branches: new Map(),
    pulls: new Map(),
    parents: new Map(),
    blobs: new Map(),
    checks: [],
    away: false,
  }
  const server = createServer(async (request, response) => {
    const { status, json } = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  const missing = { status: 404, json: { message: 'Not Found' } }
  const found = (value: unknown) => ({ status: 200, json: value })
  async function answer(request: IncomingMessage): Promise<{ status: number; json: unknown }> {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://github').pathname)
    if (path.endsWith('/.well-known/jwks')) return found({ keys: [jwk] })
    if (facts.away) return { status: 503, json: { message: 'Unavailable' } }
    const parts: Uint8Array[] = []
    for await (const part of request) parts.push(part as Uint8Array)
    const body = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {}
    if (path === '/api/graphql') {
      const ids = Object.entries(body.variables as Record<string, string>).filter(([name]) => /^e\d+$/.test(name))
      const repository = ids.map(([name, place]) => [name, facts.blobs.has(place) ? { oid: facts.blobs.get(place) } : null])
      return found({ data: { repository: Object.fromEntries(repository) } })
    }
    const [, rest = ''] = /^\/api\/repos\/[^/]+\/[^/]+\/(.*)$/.exec(path) ?? []
    const [, branch] = /^git\/ref\/heads\/(.+)$/.exec(rest) ?? []
    if (branch !== undefined) return has(facts.branches.get(branch), (sha) => ({ object: { sha } }))
    const [, pull] = /^pulls\/(\d+)$/.exec(rest) ?? []
    if (pull !== undefined) return has(facts.pulls.get(Number(pull)), (sha) => ({ number: Number(pull), head: { sha } }))
    const [, commit] = /^commits\/([^/]+)$/.exec(rest) ?? []
    if (commit !== undefined) return has(facts.parents.get(commit), (shas) => ({ sha: commit, parents: shas.map((sha) => ({ sha })) }))
    const [, at] = /^commits\/([^/]+)\/check-runs$/.exec(rest) ?? []
    if (at !== undefined) return found({ check_runs: facts.checks.filter((one) => one.sha === at) })
    if (request.method === 'POST' && rest === 'check-runs') {
      const made = { id: facts.checks.length + 1, sha: body.head_sha, writes: 0, ...sayingOf(body) }
      facts.checks.push(made)
      return { status: 201, json: made }
    }
    const [, id] = /^check-runs\/(\d+)$/.exec(rest) ?? []
    const check = facts.checks.find((one) => one.id === Number(id))
    if (!check) return missing
    Object.assign(check, sayingOf(body), { writes: check.writes + 1 })
    return found(check)
  }
  const has = <T>(value: T | undefined, show: (value: T) => unknown) => (value === undefined ? missing : found(show(value)))
  const sayingOf = (body: any) => ({
    name: body.name,
    conclusion: body.conclusion,
    title: body.output?.title,
    summary: body.output?.summary,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${url}/_services/token`
  return Object.assign(facts, {
    url,
    issuer,
    settings: { GITHUB_URL: url, GITHUB_API_URL: `${url}/api` },
    token(claims: Claims, signature = 'right') {
      const now = Math.floor(Date.now() / 1000)
      const { exp = 300, nbf = -600, ...rest } = claims as { exp?: number | null; nbf?: number }
      const all = { iss: issuer, jti: randomUUID(), iat: now, nbf: now + nbf, ...(exp !== null && { exp: now + exp }), ...rest }
      const said = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
      return sealed(said, signature)
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })

  function sealed(payload: Claims, how: string): string {
    const rs256 = (header: object, by: KeyObject, hash = 'RSA-SHA256', body = payload) => {
      const text = `${base64url(header)}.${base64url(body)}`
      return `${text}.${sign(hash, Buffer.from(text), by).toString('base64url')}`
    }
    const header = { alg: 'RS256', typ: 'JWT', kid }
    const right = rs256(header, key.privateKey)
    const [head = '', , seal = ''] = right.split('.')
    const wrong: Record<string, () => string> = {
      right: () => right,
      foreign_key: () => rs256({ ...header, kid: 'key-2' }, foreign.privateKey),
      foreign_key_known_id: () => rs256(header, foreign.privateKey),
      none: () => `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url(payload)}.`,
      hs256: () => {
        const text = `${base64url({ alg: 'HS256', typ: 'JWT', kid })}.${base64url(payload)}`
        const secret = key.publicKey.export({ format: 'pem', type: 'spki' })
        return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
      },
      tampered: () => `${head}.${base64url({ ...payload, run_id: '2' })}.${seal}`,
      no_signature: () => `${head}.${base64url(payload)}.`,
      truncated: () => right.slice(0, -10),
      rs512: () => rs256({ ...header, alg: 'RS512' }, key.privateKey, 'RSA-SHA512'),
    }
    const make = wrong[how]
    if (!make) throw new Error(`no such signature: ${how}`)
    return make()
  }
}
