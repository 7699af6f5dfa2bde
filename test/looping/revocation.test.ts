import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { operations } from '../../src/capabilities/operations.ts'
import { newId } from '../../src/platform/ids.ts'
import { Person } from '../harness/person.ts'
import { callTool } from './mcp-client.ts'
import { startWorld, type World } from './world.ts'
import { settles } from '../harness/wait.ts'

let world: World
let owner: Person
/** The node on which access is revoked: what it ends must end on the other nodes too. */
let elsewhere: string

beforeAll(async () => {
  world = await startWorld(operations)
  elsewhere = (await world.baton.addNode()).address
  owner = await world.victim.createOrganization(`org-${newId().slice(-8)}`)
})
afterAll(() => world.close())

/** `ended` resolves when the server closes the stream. */
interface Stream {
  ended: Promise<void>
}

async function openSse(token: string): Promise<Stream> {
  const response = await fetch(`${world.baton.url}/mcp/sse`, { headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  await reader?.read()
  const drained = async (): Promise<void> => {
    while (!(await reader?.read())?.done);
  }
  return { ended: drained() }
}

async function openSocket({ token, organization }: Person): Promise<Stream> {
  const url = `${world.baton.url.replace('http', 'ws')}/api/ws?token=${token}&organization=${organization}`
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { ended: new Promise((resolve) => socket.once('close', () => resolve())) }
}

/** A member of the owner's organization with a login, an API key and an MCP token, all of which work. */
async function member() {
  const person = await world.baton.person()
  await owner.do('POST', '/api/organization/members', { user: person.user.handle })
  const here = person.in(owner.organization ?? '')
  const token = await here.mcpToken()
  const key = await here.do('POST', '/api/settings/api-keys', { name: 'test', scopes: ['*'] })
  const byKey = new Person(here.url, { user: here.user, token: key.key }, '', here.organization)
  const doors = {
    rest: async () => (await here.call('GET', '/api/projects')).status,
    key: async () => (await byKey.call('GET', '/api/projects')).status,
    mcp: async () => (await callTool(world.baton.url, token.token, 'list_projects', {})).status,
  }
  expect([await doors.rest(), await doors.key(), await doors.mcp()]).toEqual([200, 200, 200])
  return { person, here, token, key, doors }
}

type Member = Awaited<ReturnType<typeof member>>
const at = (person: Person): Person =>
  new Person(elsewhere, { user: person.user, token: person.token }, person.password, person.organization)

interface Effect {
  doors: Partial<Record<keyof Member['doors'], number>>
  sse?: true
  socket?: true
}

const sessionOf = ({ token }: Person): string => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid

const revocations: [string, Effect, (who: Member) => Promise<unknown>][] = [
  [
    'a token is revoked',
    { doors: { mcp: 401 }, sse: true },
    ({ here, token }) => at(here).do('DELETE', `/api/settings/mcp-tokens/${token.id}`),
  ],
  ['a key is revoked', { doors: { key: 401 } }, ({ here, key }) => at(here).do('DELETE', `/api/settings/api-keys/${key.id}`)],
  ['its person logs out', { doors: { rest: 401 }, socket: true }, ({ here }) => at(here).do('POST', '/api/auth/logout')],
  [
    'the session is revoked from another',
    { doors: { rest: 401 }, socket: true },
    async ({ here }) => at(await world.again(here)).do('DELETE', `/api/settings/sessions/${sessionOf(here)}`),
  ],
  [
    'the membership is taken away',
    { doors: { rest: 404, key: 401, mcp: 401 }, sse: true, socket: true },
    ({ person }) => at(owner).do('DELETE', `/api/organization/members/${person.user.handle}`),
  ],
  [
    'the user is suspended',
    { doors: { rest: 401, key: 401, mcp: 401 }, sse: true, socket: true },
    ({ person }) => at(world.administrator).do('PATCH', `/api/admin/users/${person.user.id}/suspend`),
  ],
]

test.each(revocations)('%s: over at every door it opened, open streams included', async (_, effect, revoke) => {
  const who = await member()
  const open = [...(effect.sse ? [await openSse(who.token.token)] : []), ...(effect.socket ? [await openSocket(who.here)] : [])]
  const ended = Promise.all(open.map((stream) => stream.ended))
  await revoke(who)
  for (const [door, status] of Object.entries(effect.doors) as [keyof Member['doors'], number][]) {
    await expect.poll(who.doors[door], { message: door }).toBe(status)
  }
  // How soon is what the test of `OpenStreams` holds to its clock.
  await settles('every stream to end', ended)
})

test('what was revoked stays so: a later call is refused as well', async () => {
  const who = await member()
  await at(owner).do('DELETE', `/api/organization/members/${who.person.user.handle}`)
  await expect.poll(who.doors.mcp).toBe(401)
  for (let call = 0; call < 5; call++) expect([await who.doors.rest(), await who.doors.mcp()]).toEqual([404, 401])
})
