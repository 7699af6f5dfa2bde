import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { callTool } from '../looping/mcp-client.ts'
import { openSse } from '../mcp/sse/sse-stream.ts'
import { Person, send } from '../harness/person.ts'
import { LiveClient } from '../websocket/live-client.ts'
import { settles } from '../harness/wait.ts'

let baton: Baton
/** The node on which access is ended: it must end on the others too. */
let elsewhere: string
beforeAll(async () => {
  baton = await startBaton()
  elsewhere = (await baton.addNode()).address
})
afterAll(() => baton.close())

const at = (person: Person): Person =>
  new Person(elsewhere, { user: person.user, token: person.token }, person.password, person.organization)

/** A member with an open stream at every door that has one. */
async function inside() {
  const owner = await (await baton.person()).createOrganization(`org-${newId().slice(-8)}`)
  const person = await baton.person()
  await owner.do('POST', '/api/organization/members', { user: person.user.handle })
  const member = person.in(owner.organization ?? '')
  const { token } = await member.mcpToken()
  const rest = async () => (await member.call('GET', '/api/projects')).status
  const mcp = async () => (await callTool(baton.url, token, 'list_projects', {})).status
  const [live, sse] = [await LiveClient.connect(member), await openSse(baton.url, token)]
  expect([await rest(), await mcp(), sse.status]).toEqual([200, 200, 200])
  return { owner, member, rest, mcp, live, sse }
}

type Inside = Awaited<ReturnType<typeof inside>>
const ends: [string, (who: Inside) => Promise<unknown>][] = [
  ['a member is removed', ({ owner, member }) => at(owner).do('DELETE', `/api/organization/members/${member.user.handle}`)],
  ['a member leaves', ({ member }) => at(member).do('POST', '/api/organization/leave')],
  ['the organization is deleted', ({ owner }) => at(owner).do('DELETE', '/api/organization')],
  ['the account is closed', ({ member }) => at(member).do('DELETE', '/api/auth/account')],
]

test.each(ends)('%s: at once no door lets them in, and no stream stays open', async (_, end) => {
  const who = await inside()
  await end(who)
  for (const door of [who.rest, who.mcp]) expect(await door()).toBeGreaterThanOrEqual(400)
  await settles('the streams to end', Promise.all([who.live.closed, who.sse.ended]))
})

test('what a removed member held does not work again when they are let in a second time', async () => {
  const { owner, member, mcp, live, sse } = await inside()
  const { key } = await member.do('POST', '/api/settings/api-keys', { name: 'key' })
  const byKey = async () => (await send(baton.url, 'GET', '/api/projects', undefined, { authorization: `Bearer ${key}` })).status
  expect(await byKey()).toBe(200)
  await owner.do('DELETE', `/api/organization/members/${member.user.handle}`)
  await Promise.all([live.closed, sse.ended])
  await baton.look("insert into memberships (org_id, user_id, role) values ($1, $2, 'member')", [owner.organization, member.user.id])
  expect((await member.call('GET', '/api/projects')).status).toBe(200)
  expect([await byKey(), await mcp()]).toEqual([401, 401])
})
