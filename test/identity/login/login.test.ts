import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send } from '../../harness/person.ts'

let baton: Baton
const post = (path: string, body: unknown) => send(baton.url, 'POST', path, body)

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

test('a second account on one address is refused, and so is a reserved or taken handle', async () => {
  const ann = await baton.person('ann')
  const body = { email: ann.user.email.toUpperCase(), password: 'long enough password', name: 'Other' }
  expect((await post('/api/auth/register', body)).body.code).toBe('email_taken')
  expect((await post('/api/auth/register', { ...body, email: 'o@example.com', handle: 'admin' })).body.code).toBe('handle_taken')
  expect((await post('/api/auth/register', { ...body, email: 'o@example.com', handle: 'ann' })).body.code).toBe('handle_taken')
})

test('a stolen refresh token used after rotation ends the session', async () => {
  const bob = await baton.person('bob')
  const first = await post('/api/auth/refresh', { refresh_token: bob.refreshToken })
  expect(first.status).toBe(200)
  baton.clock.advance(31_000)
  expect((await post('/api/auth/refresh', { refresh_token: bob.refreshToken })).status).toBe(401)
  expect((await post('/api/auth/refresh', { refresh_token: first.body.refresh_token })).status).toBe(401)
  expect((await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${first.body.token}` })).status).toBe(401)
})

test('fifty tabs refreshing at once all stay logged in', async () => {
  const cid = await baton.person('cid')
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('/api/auth/refresh', { refresh_token: cid.refreshToken })))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1)
  expect((await post('/api/auth/refresh', { refresh_token: answers[0]?.body.refresh_token })).status).toBe(200)
})

test('a sixth try within half an hour is not looked at, right or wrong', async () => {
  const dan = await baton.person('dan')
  const attempt = (password: string) => post('/api/auth/login', { email: dan.user.email, password })
  for (let count = 0; count < 5; count++) expect((await attempt('wrong')).status).toBe(401)
  const sixth = await attempt(dan.password)
  expect(sixth.body.code).toBe('rate_limited')
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
  baton.clock.advance(31 * 60_000)
  expect((await attempt(dan.password)).status).toBe(200)
})

test('logout ends the session on every door at once; an access token lives fifteen minutes', async () => {
  const eve = await baton.person('eve')
  const again = await post('/api/auth/login', { email: eve.user.email, password: eve.password })
  await eve.do('POST', '/api/auth/logout')
  expect((await eve.call('GET', '/api/auth/me')).status).toBe(401)
  const me = () => send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${again.body.token}` })
  expect((await me()).status).toBe(200)
  baton.clock.advance(16 * 60_000)
  expect((await me()).status).toBe(401)
})

test('the setup link makes one administrator, once', async () => {
  const { operations } = await import('../../../src/capabilities/operations.ts')
  const { execute } = await import('../../../src/kernel/execute.ts')
  const { nobody } = await import('../../../src/kernel/context.ts')
  const system = { ...nobody, credential: { kind: 'system', id: null } } as const
  const offer = () =>
    execute(
      baton.node.assembly.kernel,
      operations.get('offerSetup'),
      system,
      { email: 'root@example.com' },
      { door: 'test' },
    ) as Promise<any>
  const { token } = await offer()
  const made = await post('/api/auth/setup', { token, name: 'Root', password: 'a long password' })
  expect(made.body.user).toMatchObject({ role: 'admin', email_verified: true })
  expect((await post('/api/auth/setup', { token, name: 'Root', password: 'a long password' })).status).toBe(401)
  expect((await offer()).token).toBeNull()
  expect((await send(baton.url, 'GET', '/api/admin/users', undefined, { authorization: `Bearer ${made.body.token}` })).status).toBe(200)
})

test('what needs a person needs a login of the last ten minutes', async () => {
  const fay = await baton.person('fay')
  baton.clock.advance(11 * 60_000)
  expect((await fay.call('POST', '/api/settings/mcp-tokens', { name: 'late' })).body.code).toBe('needs_person')
})
