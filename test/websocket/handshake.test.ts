import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { LiveClient, refusal } from './live-client.ts'
import { settles } from '../harness/wait.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton({ CORS_ORIGINS: 'https://board.example.com' })
  ann = await (await baton.person('ann')).createOrganization('acme')
})
afterAll(() => baton.close())

test('only a login’s own, unexpired access token opens the door', async () => {
  const { token: mcp } = await ann.mcpToken()
  for (const query of [{}, { token: '' }, { token: 'nonsense' }, { token: `${ann.token}x` }, { token: mcp }]) {
    expect(await refusal(baton.url, query as Record<string, string>)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  }
  const late = await startBaton()
  const bob = await late.person('bob')
  late.clock.advance(16 * 60_000)
  expect((await refusal(late.url, { token: bob.token })).status).toBe(401)
  await late.close()
})

test('another’s organization is refused like one that does not exist', async () => {
  await (await baton.person('eve')).createOrganization('evil')
  const [foreign, missing] = await Promise.all(
    ['evil', 'none'].map((organization) => refusal(baton.url, { token: ann.token, organization })),
  )
  expect(foreign?.status).toBe(404)
  expect(JSON.stringify(foreign).replaceAll('evil', 'X')).toBe(JSON.stringify(missing).replaceAll('none', 'X'))
})

test('a page of another origin may not connect', async () => {
  expect((await refusal(baton.url, { token: ann.token }, { origin: 'https://evil.example.com' })).status).toBe(403)
  for (const origin of [new URL(baton.config.APP_URL).origin, 'https://board.example.com']) {
    const socket = new WebSocket(`${baton.url.replace('http', 'ws')}/api/ws?token=${ann.token}`, { headers: { origin } })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.terminate()
  }
})

test('there is no WebSocket anywhere else', async () => {
  const socket = new WebSocket(`${baton.url.replace('http', 'ws')}/api/tasks?token=${ann.token}`)
  socket.on('error', () => {})
  const status = await new Promise((resolve) => socket.once('unexpected-response', (_, response) => resolve(response.statusCode)))
  socket.terminate()
  expect(status).toBe(404)
})

test('guessing tokens is limited by address', async () => {
  const strict = await startBaton({ ANONYMOUS_PER_MINUTE: '5' })
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push((await refusal(strict.url, { token: `guess-${n}` })).status)
  expect(statuses).toContain(429)
  await strict.close()
})

test('logout, leaving the organization and suspension close open sockets', async () => {
  const administrator = await baton.administrator()
  const far = await baton.addNode()
  const member = async (handle: string) => {
    const person = (await baton.person(handle)).in(ann.organization ?? '')
    await ann.do('POST', '/api/organization/members', { user: handle, role: 'member' })
    return person
  }
  const [bob, cid, dee, staying] = [await member('bob'), await member('cid'), await member('dee'), await member('staying')]
  const open = await Promise.all([bob, cid, dee, staying].map((person) => LiveClient.connect(person, far.address)))
  await Promise.all(open.map((live) => live.subscribe({ id: 'org', to: 'organization' })))
  await Promise.all([
    bob.do('POST', '/api/auth/logout'),
    ann.do('DELETE', '/api/organization/members/cid'),
    administrator.do('PATCH', `/api/admin/users/${dee.user.id}/suspend`, {}),
  ])
  for (const live of open.slice(0, 3))
    expect(await settles('the socket to close', live.closed)).toMatchObject({
      code: 1008,
      reason: expect.stringContaining('no longer holds'),
    })
  await open[3]?.settle()
  await open[3]?.close()
})
