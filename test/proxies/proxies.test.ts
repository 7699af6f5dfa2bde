import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { openSse } from '../mcp/sse/sse-stream.ts'
import { Person, send } from '../harness/person.ts'
import { LiveClient } from '../websocket/live-client.ts'
import { proxies, type Proxy } from './proxies.ts'

let baton: Baton
beforeAll(async () => {
  baton = await startBaton({ TRUSTED_PROXIES: '127.0.0.1', AUTH_BACKEND_KEY: 'a key that is as long as it has to be' })
})
afterAll(() => baton.close())

describe.each(['nginx', 'caddy'] as const)('behind %s, as deploy/ sets it up', (name) => {
  let proxy: Proxy
  let person: Person

  beforeAll(async () => {
    proxy = await proxies[name](baton.url)
    person = await Person.register(proxy.url, `${name}-user`)
    await person.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  }, 180_000)
  afterAll(() => proxy?.stop())

  test('an event stream begins, and carries an answer, while it stays open', async () => {
    const { token } = await person.mcpToken()
    const stream = await openSse(proxy.url, token)
    const endpoint = new URL((await stream.next())?.data ?? '', proxy.url)
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const question = { jsonrpc: '2.0', id: 7, method: 'initialize', params }
    const path = endpoint.pathname + endpoint.search
    expect((await send(proxy.url, 'POST', path, question, { authorization: `Bearer ${token}` })).status).toBe(202)
    expect((await stream.next())?.data).toContain('serverInfo')
    stream.abort()
  })

  test('a WebSocket is upgraded and hears of a write at once', async () => {
    const live = await LiveClient.connect(person, proxy.url)
    await live.subscribe({ id: 'a', to: 'organization' })
    const task = await person.do('POST', '/api/tasks', { project: 'web', title: 'Heard of' })
    const { event } = await live.until((frame) => frame.event?.subject_id === task.id)
    expect(event?.type).toBe('task.created')
    live.socket.terminate()
  })

  test('the largest attachment passes both ways', async () => {
    const task = await person.do('POST', '/api/tasks', { project: 'web', title: 'With a file' })
    const bytes = Buffer.alloc(5 * 1024 * 1024, name)
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' }
    const stored = await fetch(`${proxy.url}/api/tasks/${task.key}/attachments?name=a.bin`, { method: 'POST', headers, body: bytes })
    expect(stored.status).toBe(201)
    const { id } = (await stored.json()) as { id: string }
    const answer = await fetch(`${proxy.url}/api/attachments/${id}`, { headers })
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('the client’s address is the one the proxy saw, whatever the client says', async () => {
    const { email } = person.user
    await send(proxy.url, 'POST', '/api/auth/login', { email, password: person.password }, { 'x-forwarded-for': '6.6.6.6' })
    const { items } = await person.do('GET', '/api/settings/sessions')
    expect(items.map(({ address }: { address: string }) => address)).toEqual(['127.0.0.1', '127.0.0.1'])
    expect((await send(proxy.url, 'GET', '/health')).body).not.toHaveProperty('proxy')
  })

  test('what is for the instance itself is not let through', async () => {
    for (const path of ['/metrics', '/internal/auth/identify']) {
      const answer = await send(proxy.url, 'POST', path, {}, { authorization: `Bearer ${baton.config.AUTH_BACKEND_KEY}` })
      expect(answer.status, path).toBe(404)
    }
  })
})
