import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Baton } from '../../harness/baton.ts'
import { startBatonAtItsAddress } from '../../identity/oauth-server/baton-at.ts'
import { tokensFor } from '../../identity/oauth-server/login.ts'
import { send, type Person } from '../../harness/person.ts'
import { overSse, overStreamable } from '../at.ts'

let baton: Baton
let ann: Person
let narrow: string

beforeAll(async () => {
  baton = await startBatonAtItsAddress()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'Unread' })
  narrow = (await tokensFor(baton, 'project:read', ann)).access_token
})
afterAll(() => baton.close())

const accept = { accept: 'application/json, text/event-stream' }

test('a token reads what its scopes cover, and the list leaves out the rest', async () => {
  const client = await overStreamable({ url: baton.url, token: narrow })
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['baton://projects/web'])
  const { contents } = await client.readResource({ uri: 'baton://projects/web' })
  expect(contents[0]).toMatchObject({ mimeType: 'application/json', text: expect.stringContaining('"slug":"web"') })
  const refused = client.complete({ ref: { type: 'ref/resource', uri: 'baton://tasks/{key}' }, argument: { name: 'key', value: '' } })
  await expect(refused).rejects.toMatchObject({ code: -32600, data: { code: 'forbidden' } })
  await client.close()
})

test('what they do not cover is refused by HTTP, which says what to ask the person for', async () => {
  for (const method of ['resources/read', 'resources/subscribe']) {
    const message = { jsonrpc: '2.0', id: 1, method, params: { uri: 'baton://tasks/WEB-1' } }
    const answer = await send(baton.url, 'POST', '/mcp', message, { ...accept, authorization: `Bearer ${narrow}` })
    expect([answer.status, answer.body.code], method).toEqual([403, 'forbidden'])
    expect(answer.headers.get('www-authenticate')).toContain('task:read')
  }
})

test('a prompt is made of what may be read, and refused where it needs what may not', async () => {
  const client = await overStreamable({ url: baton.url, token: narrow })
  const { messages } = await client.getPrompt({ name: 'plan_feature', arguments: { project: 'web', goal: 'A door' } })
  expect(JSON.stringify(messages)).not.toContain('Unread')
  await expect(client.getPrompt({ name: 'review_gate', arguments: { feature: 'WEB-F1' } })).rejects.toMatchObject({ code: -32600 })
  await client.close()
})

test('a login works at the narrower addresses too, and anyone who has none is told where to get one', async () => {
  for (const path of ['/mcp/readonly', '/mcp/x/projects', '/mcp/p/web']) {
    const client = await overStreamable({ url: baton.url, token: narrow, path })
    expect((await client.callTool({ name: 'get_project', arguments: { project: 'web' } })).isError).toBeFalsy()
    await client.close()
    const stream = await overSse({ url: baton.url, token: narrow, path: `${path}/sse` })
    expect((await stream.listTools()).tools.length).toBeGreaterThan(1)
    await stream.close()
    const refused = await send(baton.url, 'POST', path, { jsonrpc: '2.0', id: 1, method: 'ping' }, accept)
    const metadata = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    const { resource } = (await (await fetch(metadata)).json()) as { resource: string }
    expect(new URL(path, baton.url).href.startsWith(`${resource}/`), resource).toBe(true)
  }
})
