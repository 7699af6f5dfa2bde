import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { newId } from '../../src/platform/ids.ts'
import { Person } from '../person.ts'
import { callTool } from './mcp-client.ts'
import { startWorld, type World } from './world.ts'

let world: World
let owner: Person
/** Where the revoking happens: what one node ends must end on the others. */
let elsewhere: string

beforeAll(async () => {
  world = await startWorld(operations)
  elsewhere = (await world.baton.addNode()).address
  owner = await world.victim.createOrganization(`org-${newId().slice(-8)}`)
})
afterAll(() => world.close())

/** A member of the owner's organization with a login and an MCP token, both of which work. */
async function member() {
  const person = await world.baton.person()
  await owner.do('POST', '/api/organization/members', { user: person.user.handle })
  const here = person.in(owner.organization ?? '')
  const token = await here.mcpToken()
  const doors = {
    rest: async () => (await here.call('GET', '/api/projects')).status,
    mcp: async () => (await callTool(world.baton.url, token.token, 'list_projects', {})).status,
  }
  expect([await doors.rest(), await doors.mcp()]).toEqual([200, 200])
  return { person, here, token, doors }
}

type Member = Awaited<ReturnType<typeof member>>
const at = (person: Person): Person =>
  new Person(elsewhere, { user: person.user, token: person.token }, person.password, person.organization)

const revocations: [string, { rest?: number; mcp?: number }, (who: Member) => Promise<unknown>][] = [
  ['a token is revoked', { mcp: 401 }, ({ here, token }) => at(here).do('DELETE', `/api/settings/mcp-tokens/${token.id}`)],
  ['its person logs out', { rest: 401 }, ({ here }) => at(here).do('POST', '/api/auth/logout')],
  [
    'the membership is taken away',
    { rest: 404, mcp: 401 },
    ({ person }) => at(owner).do('DELETE', `/api/organization/members/${person.user.handle}`),
  ],
  [
    'the user is suspended',
    { rest: 401, mcp: 401 },
    ({ person }) => at(world.administrator).do('PATCH', `/api/admin/users/${person.user.id}/suspend`),
  ],
]

test.each(revocations)('%s: refused within a second at every door it opened', async (_, refused, revoke) => {
  const who = await member()
  await revoke(who)
  for (const [door, status] of Object.entries(refused) as ['rest' | 'mcp', number][]) {
    await expect.poll(who.doors[door], { timeout: 1000, interval: 50, message: door }).toBe(status)
  }
})

test('what was revoked stays so: a later call is refused as well', async () => {
  const who = await member()
  await at(owner).do('DELETE', `/api/organization/members/${who.person.user.handle}`)
  await expect.poll(who.doors.mcp, { timeout: 1000, interval: 50 }).toBe(401)
  for (let call = 0; call < 5; call++) expect([await who.doors.rest(), await who.doors.mcp()]).toEqual([404, 401])
})
