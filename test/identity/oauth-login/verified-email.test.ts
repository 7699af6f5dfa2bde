import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { Browser, choose } from './browser.ts'
import { startProviders, workTenant, type Providers } from './providers.ts'
import { passThrough, startStandIn, type StandIn } from './stand-in.ts'

let providers: Providers
let github: StandIn
let microsoft: StandIn
let baton: Baton

beforeAll(async () => {
  providers = await startProviders()
  github = await startStandIn('github')
  microsoft = await startStandIn('microsoft')
  baton = await startBaton({
    ...providers.settings,
    GITHUB_URL: github.url,
    GITHUB_API_URL: github.url,
    MICROSOFT_URL: microsoft.url,
  })
})
afterAll(async () => {
  await baton.close()
  await Promise.all([providers.close(), github.close(), microsoft.close()])
})

const journey = async (provider: string): Promise<Record<string, string>> => {
  const browser = new Browser(baton.url)
  return browser.comeBack(await passThrough(await browser.setOut(provider)))
}

const vouching: [string, Record<string, unknown>, boolean][] = [
  ['a work tenant that says nothing', { tid: workTenant }, false],
  ['a work tenant that does not own the domain', { tid: workTenant, xms_edov: false }, false],
  ['a work tenant that sends 0', { tid: workTenant, xms_edov: '0' }, false],
  ['a tenant that says email_verified, which Microsoft never does', { tid: workTenant, email_verified: true }, false],
  ['a work tenant that owns the domain', { tid: workTenant, xms_edov: true }, true],
  ['a work tenant that says so with a number', { tid: workTenant, xms_edov: 1 }, true],
  ['a personal account', { tid: '9188040d-6c67-4c5b-b112-36a304b66dad' }, true],
]

test.each(vouching)('Microsoft, %s', async (_, claims, vouched) => {
  const sub = `user ${JSON.stringify(claims)}`
  const email = `m${vouching.findIndex(([, one]) => one === claims)}@tenant.example`
  microsoft.user = { sub, claims: { ...claims, email, name: 'Worker' } }
  const fragment = await journey('microsoft')
  if (vouched) expect(fragment).toHaveProperty('login')
  else expect(fragment).toEqual({ error: 'email_unverified' })
  const accounts = await baton.look('select email_verified_at is not null as verified from auth.accounts where email = $1', [email])
  expect(accounts).toEqual(vouched ? [{ verified: true }] : [])
})

const addresses: [string, StandIn['emails'], boolean][] = [
  ['no address', [], false],
  ['an unverified primary address', [{ email: 'a@hub.example', primary: true, verified: false }], false],
  [
    'an unverified primary address beside a verified one',
    [
      { email: 'b@hub.example', primary: true, verified: false },
      { email: 'bb@hub.example', primary: false, verified: true },
    ],
    false,
  ],
  ['something that is no address', [{ email: 'not an address', primary: true, verified: true }], false],
  ['a verified primary address', [{ email: 'C@Hub.example', primary: true, verified: true }], true],
]

test.each(addresses)('GitHub, %s', async (_, emails, vouched) => {
  github.user = { sub: String(100 + addresses.findIndex(([, one]) => one === emails)), claims: {} }
  github.emails = emails
  const fragment = await journey('github')
  if (vouched) expect(fragment).toHaveProperty('login')
  else expect(fragment).toEqual({ error: 'email_unverified' })
  expect(await baton.look("select from auth.accounts where email like '%@hub.example'")).toHaveLength(vouched ? 1 : 0)
})

test('GitHub: another’s unused code does not fit my state: PKCE', async () => {
  github.emails = [{ email: 'pkce@hub.example', primary: true, verified: true }]
  const stolen = new URL(await passThrough(await new Browser(baton.url).setOut('github')))
  const thief = new Browser(baton.url)
  stolen.searchParams.set('state', new URL(await thief.setOut('github')).searchParams.get('state') ?? '')
  expect(await thief.comeBack(stolen.href)).toEqual({ error: 'provider_failed' })
})

test('a token of another tenant than the one set up is refused, although Microsoft signed it', async () => {
  const { MICROSOFT_URL } = providers.settings
  const strict = await startBaton({ ...providers.settings, MICROSOFT_URL: MICROSOFT_URL ?? '' })
  try {
    const browser = new Browser(strict.url)
    const callback = await choose(await browser.setOut('microsoft'), 'worker@microsoft.example')
    expect(await browser.comeBack(callback)).toEqual({ error: 'provider_failed' })
  } finally {
    await strict.close()
  }
})
