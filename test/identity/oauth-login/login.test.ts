import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send } from '../../harness/person.ts'
import { Browser, challengeOf, choose } from './browser.ts'
import { appUrl, startProviders, type Providers } from './providers.ts'

let providers: Providers
let baton: Baton

beforeAll(async () => {
  providers = await startProviders()
  baton = await startBaton(providers.settings)
})
afterAll(async () => {
  await baton.close()
  await providers.close()
})

const journeys = [
  ['github', 'ada', 'ada@github.example'],
  ['google', 'ada@google.example', 'ada@google.example'],
  ['microsoft', 'ada@microsoft.example', 'ada@microsoft.example'],
] as const

test.each(journeys)('%s: the first login makes an account with a proven address, the next one finds it', async (provider, user, email) => {
  const first = await new Browser(baton.url).logIn(provider, user)
  expect(first.status, first.text).toBe(200)
  expect(first.body.user).toMatchObject({ email, email_verified: true })
  const me = await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${first.body.token}` })
  expect(me.body.id).toBe(first.body.user.id)
  const again = await new Browser(baton.url).logIn(provider, user)
  expect(again.body.user.id).toBe(first.body.user.id)
  const sessions = await baton.look('select method from auth.sessions where user_id = $1', [first.body.user.id])
  expect(sessions).toEqual([{ method: provider }, { method: provider }])
})

test.each(journeys)('%s is asked with state, PKCE and our own address, whatever Host and query the browser sends', async (provider) => {
  const browser = new Browser(baton.url)
  const response = await browser.visit(
    `/api/auth/oauth/${provider}?challenge=${challengeOf(browser.verifier)}&redirect_uri=https://evil.example&return_to=//evil.example`,
    {
      'x-forwarded-host': 'evil.example',
      host: 'evil.example',
    },
  )
  const url = new URL(response.headers.get('location') ?? '')
  const urlOf = providers.urls[provider]
  expect(url.origin).toBe(new URL(urlOf).origin)
  expect(url.href).not.toContain('evil')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    redirect_uri: `${appUrl}/api/auth/oauth/${provider}/callback`,
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    response_type: 'code',
  })
  const [cookie = ''] = response.headers.getSetCookie()
  expect(cookie).toMatch(
    /^__Secure-baton_oauth_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/oauth; HttpOnly; SameSite=Lax; Secure$/,
  )
})

test('an account with a proven address is joined by a provider that vouches for the same address', async () => {
  const bob = await baton.person('bob-password')
  await baton.look("update auth.accounts set email = 'bob@google.example', email_verified_at = now() where user_id = $1", [bob.user.id])
  const login = await new Browser(baton.url).logIn('google', 'bob@google.example')
  expect(login.body.user.id).toBe(bob.user.id)
  expect((await bob.call('GET', '/api/auth/me')).status).toBe(200)
  expect((await bob.do('GET', '/api/settings/connected-accounts')).items).toMatchObject([
    { provider: 'google', email: 'bob@google.example' },
  ])
})

test('an account a stranger registered on my address is mine alone after the provider vouches for me', async () => {
  const stranger = await baton.person('trap')
  const { token: mcp } = await stranger.mcpToken()
  await baton.look("update auth.accounts set email = 'eve@google.example' where user_id = $1", [stranger.user.id])
  await baton.look("insert into auth.identities (provider, subject, user_id, created_at) values ('github', 'trap', $1, now())", [
    stranger.user.id,
  ])
  const login = await new Browser(baton.url).logIn('google', 'eve@google.example')
  expect(login.body.user).toMatchObject({ id: stranger.user.id, email_verified: true })
  expect((await stranger.call('GET', '/api/auth/me')).status).toBe(401)
  expect((await send(baton.url, 'POST', '/api/auth/refresh', { refresh_token: stranger.refreshToken })).status).toBe(401)
  const password = { email: 'eve@google.example', password: stranger.password }
  expect((await send(baton.url, 'POST', '/api/auth/login', password)).status).toBe(401)
  const [token] = await baton.look('select revoked_at is not null as dead from auth.tokens where user_id = $1', [stranger.user.id])
  expect(mcp && token).toEqual({ dead: true })
  const identities = await baton.look('select provider from auth.identities where user_id = $1', [stranger.user.id])
  expect(identities).toEqual([{ provider: 'google' }])
})

test('nobody sets out without a challenge, or comes in without its verifier', async () => {
  const browser = new Browser(baton.url)
  expect((await browser.visit('/api/auth/oauth/github')).status).toBe(400)
  const { login } = await browser.journey('github', 'bob')
  expect((await send(baton.url, 'POST', '/api/auth/oauth/exchange', { code: login })).status).toBe(400)
  expect((await browser.exchange(login)).status).toBe(200)
})

test('two tabs of one browser do not disturb each other', async () => {
  const browser = new Browser(baton.url)
  const [one, two] = [await browser.setOut('github'), await browser.setOut('google')]
  expect(await browser.comeBack(await choose(one, 'cy'))).toHaveProperty('login')
  expect(await browser.comeBack(await choose(two, 'ada@google.example'))).toHaveProperty('login')
})

test('whoever says no at the provider comes back with a word for it', async () => {
  const browser = new Browser(baton.url)
  const state = new URL(await browser.setOut('google')).searchParams.get('state')
  expect(await browser.comeBack(`/api/auth/oauth/google/callback?error=access_denied&state=${state}`)).toEqual({ error: 'access_denied' })
})

test('the providers offered are listed', async () => {
  const { body } = await send(baton.url, 'GET', '/api/auth/providers')
  expect(body.providers).toEqual([
    { provider: 'github', name: 'GitHub', url: `${appUrl}/api/auth/oauth/github` },
    { provider: 'google', name: 'Google', url: `${appUrl}/api/auth/oauth/google` },
    { provider: 'microsoft', name: 'Microsoft', url: `${appUrl}/api/auth/oauth/microsoft` },
  ])
})

test('no state, cookie, code or token of a journey stands in a table in the clear', async () => {
  const browser = new Browser(baton.url)
  const { login = '' } = await browser.journey('google', 'ada@google.example')
  const { body: session } = await browser.exchange(login)
  // A second flow is still in progress, so its row can be inspected.
  const state = new URL(await browser.setOut('google')).searchParams.get('state') ?? ''
  const secrets = [login, session.refresh_token, session.token, state, ...browser.cookies.values()]
  expect(secrets).toHaveLength(5)
  const rows =
    await baton.look(`select to_jsonb(s)::text as row from auth.oauth_states s union all select to_jsonb(c)::text from auth.oauth_codes c
    union all select to_jsonb(x)::text from auth.sessions x union all select to_jsonb(e)::text from events e union all select to_jsonb(a)::text from audit a`)
  const dump = JSON.stringify(rows)
  const digests = [login, state].map((secret) => createHash('sha256').update(secret).digest('hex'))
  for (const digest of digests) expect(dump).toContain(digest)
  for (const secret of secrets) expect(dump.includes(secret) || dump.includes(Buffer.from(secret).toString('hex'))).toBe(false)
})
