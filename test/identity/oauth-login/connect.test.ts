import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { Person } from '../../harness/person.ts'
import { Browser, choose, locationOf } from './browser.ts'
import { startProviders, type Providers } from './providers.ts'

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

const path = '/api/settings/connected-accounts'

async function proven(name: string): Promise<Person> {
  const person = await baton.person(name)
  await baton.look('update auth.accounts set email_verified_at = now() where user_id = $1', [person.user.id])
  return person
}

/** Goes to the provider on behalf of a logged-in person, in this browser; returns the fragment. */
async function travel(person: Person, provider: string, user: string, browser = new Browser(baton.url)): Promise<Record<string, string>> {
  const { url } = await person.do('POST', `${path}/${provider}`)
  return browser.comeBack(await choose(locationOf(await browser.visit(url)), user))
}

test('somebody logged in connects an account of each provider, logs in with it, and disconnects it', async () => {
  const ada = await proven('ada')
  for (const [provider, user] of [
    ['github', 'ada'],
    ['google', 'ada@google.example'],
    ['microsoft', 'ada@microsoft.example'],
  ] as const) {
    const { link } = await travel(ada, provider, user)
    expect(await ada.do('POST', path, { code: link })).toMatchObject({ provider, last_used_at: null })
    const login = await new Browser(baton.url).logIn(provider, user)
    expect(login.body.user).toMatchObject({ id: ada.user.id, email: 'ada@example.com' })
  }
  expect((await ada.do('GET', path)).items.map(({ provider }: any) => provider)).toEqual(['github', 'google', 'microsoft'])
  expect(await ada.do('DELETE', `${path}/google`)).toMatchObject({ provider: 'google', deleted_at: expect.any(String) })
  expect((await ada.call('DELETE', `${path}/google`)).status).toBe(404)
  const stranger = await new Browser(baton.url).logIn('google', 'ada@google.example')
  expect(stranger.body.user.id).not.toBe(ada.user.id)
})

test('an account of a provider that is not proven to be mine by my own session is never connected', async () => {
  const [victim, attacker] = [await proven('victim'), await proven('attacker')]
  const browser = new Browser(baton.url)
  // The attacker lures the victim's browser through a flow that the attacker started: the victim's session can't confirm it.
  const { link } = await travel(attacker, 'github', 'bob', browser)
  expect((await victim.call('POST', path, { code: link })).status).toBe(401)
  // The attacker obtains the victim's code: the attacker's session can't confirm that either.
  const { link: mine } = await travel(victim, 'google', 'bob@google.example')
  expect((await attacker.call('POST', path, { code: mine })).status).toBe(401)
  expect((await browser.exchange(mine)).status).toBe(401)
  expect((await attacker.do('GET', path)).items).toEqual([])
  expect((await victim.do('GET', path)).items).toEqual([])
})

test('the address to visit works in one browser, once', async () => {
  const person = await proven('once')
  const { url } = await person.do('POST', `${path}/github`)
  const [first, second] = [new Browser(baton.url), new Browser(baton.url)]
  const page = locationOf(await first.visit(url))
  expect(await second.comeBack(url)).toEqual({ error: 'state_invalid' })
  const callback = await choose(page, 'cy')
  expect(await second.comeBack(callback)).toEqual({ error: 'state_invalid' })
  const { link } = await first.comeBack(callback)
  const answers = await Promise.all(Array.from({ length: 10 }, () => person.call('POST', path, { code: link })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('an account that another user has connected cannot be connected twice', async () => {
  const [one, two] = [await proven('one'), await proven('two')]
  await one.do('POST', path, { code: (await travel(one, 'github', 'dan'))['link'] })
  expect((await two.call('POST', path, { code: (await travel(two, 'github', 'dan'))['link'] })).body.code).toBe('conflict')
})

test('an unproven address connects nothing', async () => {
  const person = await baton.person('unproven')
  expect((await person.call('POST', `${path}/github`)).body).toMatchObject({ code: 'forbidden', reason: 'email_unverified' })
})

test('connecting and disconnecting need a login of the last ten minutes', async () => {
  const person = await proven('late')
  baton.clock.advance(11 * 60_000)
  expect((await person.call('POST', `${path}/github`)).body.code).toBe('needs_person')
  expect((await person.call('POST', path, { code: 'x'.repeat(43) })).body.code).toBe('needs_person')
  expect((await person.call('DELETE', `${path}/github`)).body.code).toBe('needs_person')
})

test('the last way in is not disconnected, not even by two requests at once', async () => {
  const { body } = await new Browser(baton.url).logIn('github', 'fay')
  const fay = new Person(baton.url, body, '')
  expect((await fay.call('DELETE', `${path}/github`)).body).toMatchObject({ code: 'conflict', reason: 'last_way_in' })
  await fay.do('POST', path, { code: (await travel(fay, 'google', 'eve@google.example'))['link'] })
  const answers = await Promise.all(['github', 'google'].map((provider) => fay.call('DELETE', `${path}/${provider}`)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect((await fay.do('GET', path)).items).toHaveLength(1)
})
