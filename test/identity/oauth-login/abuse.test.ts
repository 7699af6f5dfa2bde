import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { Browser, choose, fragmentOf } from './browser.ts'
import { startProviders, type Providers } from './providers.ts'

let providers: Providers
let baton: Baton
const tried = { attempts: 0, accepted: 0 }

beforeAll(async () => {
  providers = await startProviders()
  baton = await startBaton(providers.settings)
})
afterAll(async () => {
  console.log(`oauth abuse: ${tried.accepted} of ${tried.attempts} attempts accepted`)
  await baton.close()
  await providers.close()
})

const users = { github: 'ada', google: 'ada@google.example', microsoft: 'ada@microsoft.example' }
const names = ['github', 'google', 'microsoft'] as const

/** Checks that an attempt came back with this error and without a code. */
function refused(fragment: Record<string, string>, error: string): void {
  tried.attempts++
  if (fragment['login'] || fragment['link']) tried.accepted++
  expect(fragment).toEqual({ error })
}

const stateOf = (address: string): string => new URL(address).searchParams.get('state') ?? ''

test.each(names)('%s: a state is good for one callback, even with its cookie kept', async (provider) => {
  const browser = new Browser(baton.url)
  const page = await browser.setOut(provider)
  const kept = new Map(browser.cookies)
  const callback = await choose(page, users[provider])
  expect(await browser.comeBack(callback)).toHaveProperty('login')
  for (const [name, value] of kept) browser.cookies.set(name, value)
  refused(await browser.comeBack(callback), 'state_invalid')
  refused(await browser.comeBack(await choose(page, users[provider])), 'state_invalid')
})

test.each(names)('%s: a code is good for one login, also with a new state', async (provider) => {
  const browser = new Browser(baton.url)
  const used = new URL(await choose(await browser.setOut(provider), users[provider]))
  await browser.comeBack(used.href)
  used.searchParams.set('state', stateOf(await browser.setOut(provider)))
  refused(await browser.comeBack(used.href), 'provider_failed')
})

test.each(['google', 'microsoft'] as const)('%s: another’s unused code does not fit my state: PKCE', async (provider) => {
  const stolen = new URL(await choose(await new Browser(baton.url).setOut(provider), users[provider]))
  const thief = new Browser(baton.url)
  stolen.searchParams.set('state', stateOf(await thief.setOut(provider)))
  refused(await thief.comeBack(stolen.href), 'provider_failed')
})

test.each(names)('%s: a state lives ten minutes', async (provider) => {
  const browser = new Browser(baton.url)
  const callback = await choose(await browser.setOut(provider), users[provider])
  baton.clock.advance(10 * 60_000 + 1000)
  refused(await browser.comeBack(callback), 'state_invalid')
})

test.each(names)('a state of %s is unknown at the other providers', async (provider) => {
  for (const other of names.filter((name) => name !== provider)) {
    const browser = new Browser(baton.url)
    const callback = await choose(await browser.setOut(provider), users[provider])
    refused(await browser.comeBack(callback.replace(`/${provider}/`, `/${other}/`)), 'state_invalid')
  }
})

test.each(names)('%s: a state belongs to the browser it was given to', async (provider) => {
  const callback = await choose(await new Browser(baton.url).setOut(provider), users[provider])
  const other = new Browser(baton.url)
  refused(await other.comeBack(callback), 'state_invalid')
  await other.setOut(provider)
  const [name = '', value = ''] = [...other.cookies][0] ?? []
  const expected = createHash('sha256').update(stateOf(callback)).digest('hex').slice(0, 16)
  other.cookies.set(name.replace(/[0-9a-f]{16}$/, expected), value)
  refused(await other.comeBack(callback), 'state_invalid')
})

test.each(names)('%s: of twenty parallel callbacks with one state one wins', async (provider) => {
  const browser = new Browser(baton.url)
  const callback = await choose(await browser.setOut(provider), users[provider])
  const kept = [...browser.cookies]
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => {
      const twin = new Browser(baton.url)
      for (const [name, value] of kept) twin.cookies.set(name, value)
      return twin.comeBack(callback)
    }),
  )
  expect(answers.filter((fragment) => fragment['login'])).toHaveLength(1)
  for (const fragment of answers.filter(({ login }) => !login)) refused(fragment, 'state_invalid')
})

test('a made-up, empty or repeated state, and a callback without a code, are refused', async () => {
  const browser = new Browser(baton.url)
  const path = '/api/auth/oauth/google/callback'
  for (const query of ['', '?state=', '?state=x&code=y', `?state=${'x'.repeat(43)}&code=y`, `?state=${'x'.repeat(5000)}`]) {
    refused(await browser.comeBack(path + query), 'state_invalid')
  }
  const state = stateOf(await browser.setOut('google'))
  refused(await browser.comeBack(`${path}?state=${state}&state=${state}&code=y`), 'state_invalid')
  refused(await browser.comeBack(`${path}?state=${state}`), 'provider_failed')
})

test('the code in the fragment is good once, for a minute, and not for connecting', async () => {
  const browser = new Browser(baton.url)
  const exchange = async (code: string | undefined, status: number) => {
    const answer = await browser.exchange(code)
    tried.attempts++
    if (answer.status === 200) tried.accepted++
    expect(answer.status, answer.text).toBe(status)
  }
  const first = await browser.journey('github', 'ada')
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.exchange(first['login'])))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await exchange(first['login'], 401)
  const late = await browser.journey('github', 'ada')
  baton.clock.advance(61_000)
  await exchange(late['login'], 401)
  const person = await baton.person()
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [person.user.id])
  const { login } = await browser.journey('github', 'ada')
  expect((await person.call('POST', '/api/settings/connected-accounts', { code: login })).status).toBe(401)
})

test('a code slipped to another page logs it in as nobody, and is used up', async () => {
  const attacker = new Browser(baton.url)
  const { login } = await attacker.journey('github', 'eve')
  tried.attempts++
  expect((await new Browser(baton.url).exchange(login)).status).toBe(401)
  expect((await attacker.exchange(login)).status).toBe(401)
})

test('a suspended account stays out, before and after the code', async () => {
  const browser = new Browser(baton.url)
  const { body } = await browser.logIn('github', 'dan')
  const { login } = await browser.journey('github', 'dan')
  await baton.look('update auth.accounts set suspended_at = now() where user_id = $1', [body.user.id])
  expect((await browser.exchange(login)).status).toBe(401)
  refused(await browser.journey('github', 'dan'), 'account_unavailable')
})

test('an address that the provider has not verified makes no account and joins none', async () => {
  const owner = await baton.person('liars-victim')
  await baton.look("update auth.accounts set email = 'liar@google.example', email_verified_at = now() where user_id = $1", [owner.user.id])
  refused(await new Browser(baton.url).journey('google', 'liar@google.example'), 'email_unverified')
  expect(await baton.look('select from auth.identities where user_id = $1', [owner.user.id])).toEqual([])
})

test('another’s Google account with my address does not take the place of the one I have connected', async () => {
  const browser = new Browser(baton.url)
  const { body } = await browser.logIn('google', 'bob@google.example')
  await baton.look("update auth.identities set subject = 'former owner of the address' where user_id = $1", [body.user.id])
  refused(await browser.journey('google', 'bob@google.example'), 'connected_otherwise')
})

test('the callback sends nobody anywhere but to our own page', async () => {
  const browser = new Browser(baton.url)
  const callback = await choose(await browser.setOut('google'), users.google)
  const response = await browser.visit(`${callback}&redirect_uri=https://evil.example&return_to=https://evil.example`, {
    'x-forwarded-host': 'evil.example',
  })
  expect(fragmentOf(response)).toHaveProperty('login')
  const foreign = new URL(await browser.setOut('google'))
  foreign.searchParams.set('redirect_uri', 'https://evil.example/api/auth/oauth/google/callback')
  tried.attempts++
  expect((await fetch(foreign)).status).toBe(400)
})
