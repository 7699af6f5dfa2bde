import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Baton } from '../../harness/baton.ts'
import { Person } from '../../harness/person.ts'
import { authorizeAddress, redeem, refresh, registerApp, tokenRequest } from './app.ts'
import { startBatonAtItsAddress } from './baton-at.ts'
import { Browser } from './browser.ts'
import { codeFor, tokensFor, tryTool } from './login.ts'

let baton: Baton
beforeAll(async () => {
  baton = await startBatonAtItsAddress()
})
afterAll(() => baton.close())

test('a code works once; used again, it takes down the tokens it gave', async () => {
  const { app, code } = await codeFor(baton)
  const { body } = await redeem(baton.url, app, code)
  expect(await tryTool(baton.url, body.access_token)).toBe(200)
  expect((await redeem(baton.url, app, code)).body.error).toBe('invalid_grant')
  expect(await tryTool(baton.url, body.access_token)).toBe(401)
})

test('of twenty parallel uses of a code at most one gives tokens', async () => {
  const { app, code } = await codeFor(baton)
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(baton.url, app, code)))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
})

test('a code without its verifier, with another, or for another redirect or client gives nothing', async () => {
  const { app, code } = await codeFor(baton)
  const other = await registerApp(baton.url)
  const wrong = [
    { code_verifier: randomBytes(32).toString('base64url') },
    { code_verifier: '' },
    { redirect_uri: 'http://127.0.0.1:4712/callback' },
    { redirect_uri: 'https://evil.example/callback' },
    { client_id: other.client_id },
  ]
  for (const changes of wrong) expect((await redeem(baton.url, app, code, changes as any)).status, JSON.stringify(changes)).toBe(400)
})

test.each([
  ['no PKCE', { code_challenge: '', code_challenge_method: '' }],
  ['PKCE in the clear', { code_challenge_method: 'plain' }],
  ['an implicit grant', { response_type: 'token' }],
  ['another resource', { resource: 'https://elsewhere.example/mcp' }],
])('a request with %s is sent home with an error', async (_, changes) => {
  const app = await registerApp(baton.url)
  const { address } = await new Browser().open(baton.url, authorizeAddress(baton.url, app, changes as Record<string, string>))
  expect(new URL(address).origin).toBe('http://127.0.0.1:4711')
  expect(address).toMatch(/error=/)
})

test.each([
  ['another host', 'https://evil.example/callback'],
  ['another path', 'http://127.0.0.1:4711/other'],
  ['another scheme', 'https://127.0.0.1:4711/callback'],
])('a redirect to %s than registered is never followed', async (_, redirect_uri) => {
  const app = await registerApp(baton.url)
  const answer = await new Browser().open(baton.url, authorizeAddress(baton.url, { ...app, redirect_uri }))
  expect(answer.status).toBe(400)
  expect(answer.address).toContain(baton.url)
  expect(answer.text).toContain('This did not work')
})

test.each([
  ['javascript:alert(1)'],
  ['javascript://%0aalert(1)'],
  ['data:text/html,x'],
  ['http://evil.example/'],
  ['https://a.example/#x'],
  ['nonsense'],
])('a client with the redirect %s is not registered', async (uri) => {
  await expect(registerApp(baton.url, uri)).rejects.toThrow('400')
})

test('a stolen refresh token used after rotation ends everything of that login', async () => {
  const first = await tokensFor(baton)
  const { body: second } = await refresh(baton.url, first.app, first.refresh_token)
  baton.clock.advance(11_000)
  expect((await refresh(baton.url, first.app, first.refresh_token)).body.error).toBe('invalid_grant')
  expect((await refresh(baton.url, first.app, second.refresh_token)).body.error).toBe('invalid_grant')
  expect(await tryTool(baton.url, first.access_token)).toBe(401)
  expect(await tryTool(baton.url, second.access_token)).toBe(401)
})

test('of twenty parallel uses of a refresh token at most one gives tokens', async () => {
  const { app, refresh_token } = await tokensFor(baton)
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(baton.url, app, refresh_token)))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
})

test('another client cannot use or revoke a refresh token', async () => {
  const { app, refresh_token } = await tokensFor(baton)
  const other = await registerApp(baton.url)
  expect((await refresh(baton.url, other, refresh_token)).body.error).toBe('invalid_grant')
  await fetch(`${baton.url}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token: refresh_token, client_id: other.client_id }),
  })
  expect((await refresh(baton.url, app, refresh_token)).status).toBe(200)
})

test('scopes do not grow at a refresh', async () => {
  const { app, refresh_token } = await tokensFor(baton, 'task:read')
  expect((await refresh(baton.url, app, refresh_token, { scope: 'task:read task:write' })).body.error).toBe('invalid_scope')
})

test('a token made for another audience is refused', async () => {
  const { access_token } = await tokensFor(baton)
  const elsewhere = await startAnother('http://elsewhere.example')
  expect(await tryTool(elsewhere.url, access_token)).toBe(401)
  expect(await tryTool(baton.url, access_token)).toBe(200)
  await elsewhere.close()
})

/** Starts a node on the same database with a different public address. */
async function startAnother(APP_URL: string) {
  const { startNode } = await import('../../../src/main/node.ts')
  const { operations } = await import('../../../src/capabilities/operations.ts')
  const node = await startNode({ ...baton.config, APP_URL, PORT: 0 }, operations, baton.clock)
  return { url: node.address, close: () => node.close() }
}

test('consent cannot be given from another site, in another browser, or without the login', async () => {
  const person = await baton.person()
  const app = await registerApp(baton.url)
  const browser = new Browser()
  const login = await browser.open(baton.url, authorizeAddress(baton.url, app))
  const early = await browser.submit(baton.url, `${login.address}/consent`, { organization: person.user.personal_organization_id })
  expect(early.status).toBe(401)
  const consent = await browser.submit(baton.url, `${login.address}/login`, { email: person.user.email, password: person.password })
  const form = { organization: person.user.personal_organization_id }
  expect((await browser.submit(baton.url, `${consent.address}/consent`, form, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await new Browser().submit(baton.url, `${consent.address}/consent`, form)).status).toBe(404)
})

test('a login older than ten minutes cannot approve', async () => {
  const person = await baton.person()
  const app = await registerApp(baton.url)
  const browser = new Browser()
  const login = await browser.open(baton.url, authorizeAddress(baton.url, app))
  const consent = await browser.submit(baton.url, `${login.address}/login`, { email: person.user.email, password: person.password })
  await baton.look("update auth.sessions set authenticated_at = authenticated_at - interval '11 minutes' where user_id = $1", [
    person.user.id,
  ])
  const answer = await browser.submit(baton.url, `${consent.address}/consent`, { organization: person.user.personal_organization_id })
  expect(answer.status).toBe(403)
})

test('an access token stops after fifteen minutes, and its owner being suspended stops it at once', async () => {
  const late = await tokensFor(baton)
  baton.clock.advance(16 * 60_000)
  expect(await tryTool(baton.url, late.access_token)).toBe(401)
  baton.clock.advance(-16 * 60_000)
  const { person, app, access_token, refresh_token } = await tokensFor(baton)
  const administrator = await baton.administrator()
  await administrator.do('PATCH', `/api/admin/users/${person.user.id}/suspend`)
  expect(await tryTool(baton.url, access_token)).toBe(401)
  expect((await refresh(baton.url, app, refresh_token)).body.error).toBe('invalid_grant')
})

test('who has left the organization is refused at once, also when refreshing', async () => {
  const owner = await baton.person()
  const team = await owner.createOrganization(`team-${owner.user.handle}`)
  const person: Person = await baton.person()
  await team.do('POST', '/api/organization/members', { user: person.user.handle })
  const { app, access_token, refresh_token } = await tokensFor(baton, '', person, team.organization)
  expect(await tryTool(baton.url, access_token)).toBe(200)
  await team.do('DELETE', `/api/organization/members/${person.user.handle}`)
  expect(await tryTool(baton.url, access_token)).toBe(401)
  expect((await refresh(baton.url, app, refresh_token)).body.error).toBe('invalid_grant')
})

test('no code, token or cookie of the OAuth server stands in the database in the clear', async () => {
  const { app, code } = await codeFor(baton)
  const { body } = await tokenRequest(baton.url, {
    grant_type: 'authorization_code',
    code,
    client_id: app.client_id,
    redirect_uri: app.redirect_uri,
    code_verifier: app.verifier,
  })
  const rows = await baton.look<{ row: string }>(
    `select row_to_json(r)::text || encode(payload, 'escape') as row from auth.oidc_records r
     union all select row_to_json(g)::text from auth.oauth_grants g`,
  )
  const dump = rows.map(({ row }) => row).join('\n')
  for (const secret of [code, body.access_token, body.refresh_token, app.verifier]) expect(dump).not.toContain(secret)
  expect(rows.length).toBeGreaterThan(3)
})

test('a client that refreshes twice at once keeps its login', async () => {
  const { app, refresh_token } = await tokensFor(baton)
  const answers = await Promise.all([1, 2].map(() => refresh(baton.url, app, refresh_token)))
  const [right] = answers.filter(({ status }) => status === 200)
  expect(await tryTool(baton.url, right?.body.access_token)).toBe(200)
})
