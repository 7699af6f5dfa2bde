import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Answer, type Person } from '../harness/person.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
})
afterAll(() => baton.close())

function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(answer.body).toMatchObject({ type: 'about:blank', title: code, status, code, detail: expect.any(String) })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.text).not.toContain(answer.headers.get('x-request-id'))
}

/** Sends a raw body, JSON or not. */
async function post(path: string, body: string | Buffer, type = 'application/json'): Promise<Answer> {
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': type }
  const response = await fetch(baton.url + path, { method: 'POST', headers, body: new Uint8Array(Buffer.from(body)) })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers }
}

test('every refusal is a problem with a stable code, and the request id is a header only', async () => {
  expectProblem(await send(baton.url, 'GET', '/api/auth/me'), 401, 'unauthenticated')
  expectProblem(await ann.call('GET', '/api/admin/users'), 403, 'forbidden')
  expectProblem(await ann.call('GET', '/api/projects/none'), 404, 'not_found')
  expectProblem(await ann.call('POST', '/api/projects', { name: '' }), 400, 'invalid')
})

test('a refused field is named', async () => {
  const { body } = await ann.call('POST', '/api/projects', { name: 'Web', slug: 'Not A Slug', surprise: true })
  expect(body.errors.map((error: { field: string }) => error.field)).toContain('slug')
  expect(body.detail).toContain('slug: must be lowercase letters')
})

test('401 says how to authenticate', async () => {
  expect((await send(baton.url, 'GET', '/api/auth/me')).headers.get('www-authenticate')).toBe('Bearer')
  expectProblem(await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: 'Basic eDp5' }), 401, 'unauthenticated')
  expectProblem(await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: 'Bearer not.a.token' }), 401, 'unauthenticated')
  const mcp = await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${(await ann.mcpToken()).token}` })
  expectProblem(mcp, 401, 'unauthenticated')
  expect(mcp.body.detail).toContain('/mcp')
})

test('a path that is not there is a 404 that says where the reference is', async () => {
  for (const path of ['/api', '/api/nothing', '/api/auth/login/', '/.env', '/%2e%2e/etc/passwd']) {
    const answer = await send(baton.url, 'GET', path)
    expectProblem(answer, 404, 'not_found')
    expect(answer.body.detail).toContain('/api/reference')
  }
  expectProblem(await send(baton.url, 'DELETE', '/api/auth/login'), 404, 'not_found')
})

test('a body that is no JSON is the caller’s mistake', async () => {
  for (const body of ['{"name":', 'nonsense', '{"name": "x"} more', '\0', '{"__proto__": {"admin": true}}', Buffer.from([0xff, 0xfe])]) {
    expectProblem(await post('/api/projects', body), 400, 'invalid')
  }
  expectProblem(await post('/api/projects', ''), 400, 'invalid')
  expectProblem(await post('/api/projects', '{}', 'text/plain'), 400, 'invalid')
  expectProblem(await post('/api/projects', '<x/>', 'application/xml'), 400, 'invalid')
})

test('a body that is JSON but no object is refused by the schema', async () => {
  for (const body of ['[]', '"text"', '1', 'null', 'true']) expectProblem(await post('/api/projects', body), 400, 'invalid')
})

test('a body above 1 MiB is refused with 413', async () => {
  const big = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes) })
  expectProblem(await post('/api/projects', big(1024 * 1024)), 413, 'too_large')
  expectProblem(await post('/api/projects', big(1024 * 1024 - 100)), 400, 'invalid')
})

test('an address that cannot be read is refused, never an error of ours', async () => {
  for (const path of [
    '/api/tasks/%E0%A4%A',
    '/api/tasks/%',
    `/api/tasks/${'x'.repeat(500)}`,
    '/api/tasks?limit[]=1&limit=%00',
    `/api/tasks?cursor=${'A'.repeat(5000)}`,
  ]) {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${ann.token}` }
      httpRequest(baton.url, { path, headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status, path).toBeGreaterThanOrEqual(400)
    expect(status, path).toBeLessThan(500)
  }
})

test('an Idempotency-Key of more than 255 characters is refused', async () => {
  const answer = await ann.call('POST', '/api/projects', { name: 'Web' }, { 'idempotency-key': 'k'.repeat(256) })
  expectProblem(answer, 400, 'invalid')
})
