import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let origin: string

beforeAll(async () => {
  baton = await startBaton({ CORS_ORIGINS: 'https://board.example.com' })
  origin = new URL(baton.config.APP_URL).origin
})
afterAll(() => baton.close())

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) => send(baton.url, 'POST', path, body, headers)
const cookieIn = (headers: Headers): string => headers.get('set-cookie')?.split(';')[0] ?? ''
const from = (cookie: string, page = origin) => ({ cookie, origin: page })

async function loginWithCookie(person: Person): Promise<string> {
  const answer = await post(
    '/api/auth/login',
    { email: person.user.email, password: person.password },
    { 'baton-session': 'cookie', origin },
  )
  expect(answer.status).toBe(200)
  return cookieIn(answer.headers)
}

test('a page that asks for it gets the refresh token where no script can read it', async () => {
  const ann = await baton.person('ann')
  const body = { email: ann.user.email, password: ann.password }
  const answer = await post('/api/auth/login', body, { 'baton-session': 'cookie', origin })
  expect(answer.body.token).toBeTruthy()
  expect(answer.body).not.toHaveProperty('refresh_token')
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^baton_refresh=[\w-]{86}; Path=\/api\/auth; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
  )
  const plain = await post('/api/auth/login', body)
  expect(plain.body.refresh_token).toBeTruthy()
  expect(plain.headers.get('set-cookie')).toBeNull()
})

test('behind https the cookie is Secure, and named so that it cannot be set without', async () => {
  const secure = await startBaton({ APP_URL: 'https://baton.example.com' })
  const body = { email: 's@example.com', password: 'long enough password', name: 'S' }
  const answer = await send(secure.url, 'POST', '/api/auth/register', body, { 'baton-session': 'cookie' })
  expect(answer.headers.get('set-cookie')).toMatch(/^__Secure-baton_refresh=.*; Secure/)
  await secure.close()
})

test('the cookie refreshes the login, and is replaced by its successor', async () => {
  const cookie = await loginWithCookie(await baton.person())
  const answer = await post('/api/auth/refresh', undefined, from(cookie))
  expect(answer.status).toBe(200)
  expect(answer.body).not.toHaveProperty('refresh_token')
  expect(cookieIn(answer.headers)).not.toBe(cookie)
  expect((await post('/api/auth/refresh', undefined, from(cookieIn(answer.headers), 'https://board.example.com'))).status).toBe(200)
})

test('a page of another origin, or a request without one, cannot use the cookie', async () => {
  const cookie = await loginWithCookie(await baton.person())
  for (const headers of [from(cookie, 'https://evil.example.com'), from(cookie, 'null'), { cookie }]) {
    expect((await post('/api/auth/refresh', undefined, headers)).status).toBe(403)
    expect((await post('/api/auth/logout', undefined, headers)).status).toBe(403)
  }
  expect((await post('/api/auth/refresh', undefined, from(cookie))).status).toBe(200)
})

test('no other route takes the cookie for a credential', async () => {
  const cookie = await loginWithCookie(await baton.person())
  for (const path of ['/api/auth/me', '/api/projects', '/api/settings/sessions']) {
    expect((await send(baton.url, 'GET', path, undefined, from(cookie))).status).toBe(401)
  }
  expect((await post('/api/auth/ws-ticket', undefined, from(cookie))).status).toBe(401)
})

test('logout needs nothing but the cookie, ends its session and takes it back', async () => {
  const cookie = await loginWithCookie(await baton.person())
  const answer = await post('/api/auth/logout', undefined, from(cookie))
  expect(answer).toMatchObject({ status: 200, body: { ended: true } })
  expect(answer.headers.get('set-cookie')).toMatch(/^baton_refresh=; .*Max-Age=0$/)
  expect((await post('/api/auth/refresh', undefined, from(cookie))).status).toBe(401)
})

test('fifty tabs with one cookie refreshing at once: none is logged out', async () => {
  const cookie = await loginWithCookie(await baton.person())
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('/api/auth/refresh', undefined, from(cookie))))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  const next = new Set(answers.map(({ headers }) => cookieIn(headers)))
  expect(next.size).toBe(1)
  expect((await post('/api/auth/refresh', undefined, from([...next][0] ?? ''))).status).toBe(200)
})

test('a stolen cookie used after rotation ends the session for both', async () => {
  const stolen = await loginWithCookie(await baton.person())
  const kept = cookieIn((await post('/api/auth/refresh', undefined, from(stolen))).headers)
  baton.clock.advance(31_000)
  expect((await post('/api/auth/refresh', undefined, from(stolen))).status).toBe(401)
  expect((await post('/api/auth/refresh', undefined, from(kept))).status).toBe(401)
})
