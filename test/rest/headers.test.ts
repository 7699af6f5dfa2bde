import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

const friend = 'https://friend.example.com'
let baton: Baton
let open: Baton

beforeAll(async () => {
  baton = await startBaton()
  open = await startBaton({ CORS_ORIGINS: friend, APP_URL: 'https://baton.example.com' })
})
afterAll(() => Promise.all([baton.close(), open.close()]))

test.each(['/health', '/api/openapi.json', '/api/auth/me', '/api/nothing', '/pages/pages.css', '/api/reference'])(
  '%s carries the security headers',
  async (path) => {
    const { headers } = await send(baton.url, 'GET', path)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    // Responses that are the same for everyone may be cached, but must be revalidated.
    expect(headers.get('cache-control')).toBe(headers.has('etag') ? 'no-cache' : 'no-store')
    expect(headers.has('x-powered-by')).toBe(false)
  },
)

test('https only is promised only where the public origin is https', async () => {
  expect((await send(baton.url, 'GET', '/health')).headers.has('strict-transport-security')).toBe(false)
  expect((await send(open.url, 'GET', '/health')).headers.get('strict-transport-security')).toContain('max-age=')
})

test('a request id is ours, never the caller’s', async () => {
  const given = '00000000-0000-0000-0000-000000000000'
  const one = await send(baton.url, 'GET', '/health', undefined, { 'x-request-id': given, 'request-id': given })
  expect(one.headers.get('x-request-id')).not.toBe(given)
  expect(one.headers.get('x-request-id')).not.toBe((await send(baton.url, 'GET', '/health')).headers.get('x-request-id'))
})

describe('another origin', () => {
  const preflight = (url: string, origin: string, method = 'PATCH') =>
    send(url, 'OPTIONS', '/api/tasks/WEB-1', undefined, {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    })

  test('is allowed nothing by default', async () => {
    const { headers } = await preflight(baton.url, friend)
    expect(headers.has('access-control-allow-origin')).toBe(false)
    expect((await send(baton.url, 'GET', '/api/auth/me', undefined, { origin: friend })).headers.has('access-control-allow-origin')).toBe(
      false,
    )
  })

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('may %s when it is configured', async (method) => {
    const { headers } = await preflight(open.url, friend, method)
    expect(headers.get('access-control-allow-origin')).toBe(friend)
    expect(headers.get('access-control-allow-methods')).toContain(method)
    expect(headers.get('access-control-allow-headers')).toContain('idempotency-key')
    // Credentials are allowed for the refresh cookie; no other route reads a cookie.
    expect(headers.get('access-control-allow-credentials')).toBe('true')
  })

  test('that is not among the configured ones stays outside', async () => {
    for (const origin of ['https://evil.example.com', `${friend}.evil.com`, 'null', 'http://friend.example.com']) {
      expect((await preflight(open.url, origin)).headers.get('access-control-allow-origin'), origin).not.toBe(origin)
    }
  })
})
