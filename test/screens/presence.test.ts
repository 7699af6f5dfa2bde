import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { leaseFor, Presence, renewEvery, type Sign } from '../../src/platform/presence.ts'
import { connectRedis, type Hints } from '../../src/platform/redis.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { callTool } from '../looping/mcp-client.ts'
import type { Person } from '../harness/person.ts'
import { LiveClient } from '../websocket/live-client.ts'
import { waitFor } from '../harness/wait.ts'

let baton: Baton
let ann: Person
let bob: Person
let cid: Person
let far: string
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  for (const name of ['bob', 'cid']) {
    const person = (await baton.person(name)).in('acme')
    await ann.do('POST', '/api/organization/members', { user: name })
    if (name === 'bob') bob = person
    else cid = person
  }
  await ann.do('POST', '/api/teams', { name: 'Web', handle: 'web-team' })
  await ann.do('POST', '/api/teams/web-team/members', { user: 'bob' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB', visibility: 'private' })
  await ann.do('PUT', '/api/projects/web/members/bob')
  far = (await baton.addNode()).address
})
afterAll(() => baton.close())

const here = async (person: Person) => (await person.do('GET', '/api/teams/web-team/presence')).people
const handles = async (person: Person) => (await here(person)).map((one: { handle: string }) => one.handle)
test('many tabs on two nodes are one person, who is told of when they come and gone when the last is closed', async () => {
  const watching = await LiveClient.connect(ann)
  await watching.subscribe({ id: 'org', to: 'organization' })
  const told = watching.changes('org').length
  const tabs = [await LiveClient.connect(bob), await LiveClient.connect(bob, far), await LiveClient.connect(bob, far)]
  await watching.until(() => watching.changes('org').slice(told).includes('presence.changed'))
  expect(
    await waitFor(
      'bob',
      () => handles(ann),
      (found) => found.includes('bob'),
    ),
  ).toEqual(['ann', 'bob'])
  // Cid comes in time to leave after bob has closed two of his three tabs: once cid is gone, bob has had as long to go.
  await ann.do('POST', '/api/teams/web-team/members', { user: 'cid' })
  const passing = await LiveClient.connect(cid)
  await waitFor(
    'cid',
    () => handles(ann),
    (found) => found.includes('cid'),
  )
  await tabs[0]?.close()
  await tabs[1]?.close()
  await passing.close()
  await waitFor(
    'cid to be gone',
    () => handles(ann),
    (found) => !found.includes('cid'),
  )
  await ann.do('DELETE', '/api/teams/web-team/members/cid')
  expect(await handles(ann)).toContain('bob')
  const before = watching.changes('org').length
  await tabs[2]?.close()
  await waitFor(
    'bob to be gone',
    () => handles(ann),
    (found) => !found.includes('bob'),
  )
  await watching.until(() => watching.changes('org').slice(before).includes('presence.changed'))
  await watching.close()
})

test('where somebody is, is shown to those who see it, on the project and on the feature', async () => {
  const spec = await ann.do('POST', '/api/specs', { project: 'web', title: 'Spec', body: 'Text' })
  const feature = await ann.do('POST', '/api/features', { project: 'web', title: 'Login', spec: spec.ref })
  const live = await LiveClient.connect(bob, far)
  live.send({ present: { feature: feature.ref } })
  expect((await live.until((frame) => frame.present !== undefined)).present?.feature_id).toBe(feature.id)
  const placed = await waitFor(
    'the feature',
    () => here(ann),
    (found) => found.length === 1 && found[0].at.length > 0,
  )
  expect(placed).toMatchObject([{ handle: 'bob', at: [{ project: 'web', feature: feature.ref }] }])
  // Everyone in the organization sees who is in a team's room, but not at which private resource they are.
  expect(await here(cid)).toMatchObject([{ handle: 'bob', at: [] }])
  expect((await cid.call('GET', '/api/projects/web/presence')).status).toBe(404)
  expect((await ann.do('GET', `/api/projects/web/presence?feature=${feature.ref}`)).people).toMatchObject([{ handle: 'bob' }])
  live.send({ present: { project: 'web' } })
  await live.until((frame) => frame.present?.feature_id === null)
  await waitFor(
    'the feature to be left',
    async () => (await ann.do('GET', `/api/projects/web/presence?feature=${feature.ref}`)).people,
    (found) => found.length === 0,
  )
  expect((await ann.do('GET', '/api/projects/web/presence')).people).toMatchObject([{ handle: 'bob' }])
  // Someone who lost access to the project is no longer shown there, whatever page they still have open.
  await ann.do('DELETE', '/api/projects/web/members/bob')
  expect((await ann.do('GET', '/api/projects/web/presence')).people).toEqual([])
  live.send({ present: { project: 'web' } })
  await live.until((frame) => frame.present?.project_id === null)
  await live.close()
})

test('agents are shown apart from people, and a program with a key is nobody', async () => {
  const { token } = await bob.mcpToken()
  // The first call registers the agent; the second is made as that agent.
  for (let count = 0; count < 2; count++) await callTool(baton.url, token, 'list_projects', {})
  const { people, agents } = await waitFor(
    'the agent alone',
    () => ann.do('GET', '/api/teams/web-team/presence'),
    (found) => found.agents.length > 0 && found.people.length === 0,
  )
  expect([people, agents]).toMatchObject([[], [{ owner_id: bob.user.id }]])
  const { key } = await ann.do('POST', '/api/settings/api-keys', { name: 'live', scopes: ['live:read'] })
  const answer = await fetch(`${baton.url}/api/auth/ws-ticket`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
  const live = await LiveClient.withTicket(baton.url, ((await answer.json()) as { ticket: string }).ticket)
  await live.settle()
  expect(await handles(ann)).toEqual([])
  await live.close()
})

test('what a killed node held is gone within 45 seconds, and another node tells of it', async () => {
  expect(leaseFor + renewEvery).toBeLessThan(45_000)
  const { redisUrl } = inject('servers')
  const config = { REDIS_URL: redisUrl, REDIS_PREFIX: `presence-${process.pid}` }
  const connections: Hints[] = []
  const node = async (renew = 100) => {
    const hints = await connectRedis(config, () => {})
    connections.push(hints)
    return { hints, presence: new Presence(hints, () => {}, { lease: 3_000, renew, parting: 50 }) }
  }
  const [killed, other] = [await node(), await node()]
  const heard: string[] = []
  await other.hints.subscribe('changes:*', (change, channel) => heard.push(`${channel} ${change}`))
  const sign = (id: string): Sign => ({ kind: 'person', id, project: null, feature: null })
  killed.presence.hold('org', sign('bob'))
  other.presence.hold('org', sign('ann'))
  const names = async () => ((await other.presence.read('org')) ?? []).map(({ id }) => id).toSorted()
  await waitFor('both', names, (found) => found.length === 2)
  // A lease that isn't renewed expires although its node is alive; renewal keeps the others, who came before, alive beyond it.
  const lazy = await node(3_600_000)
  lazy.presence.hold('org', sign('cid'))
  await waitFor('cid', names, (found) => found.includes('cid'))
  await waitFor('cid to be gone', names, (found) => !found.includes('cid'))
  expect(await names()).toEqual(['ann', 'bob'])
  const told = heard.length
  await killed.hints.close()
  expect(await waitFor('bob to be gone', names, (found) => found.length === 1)).toEqual(['ann'])
  await waitFor('word of it', () => heard.length > told)
  expect(heard.at(-1)).toBe('changes:org presence.changed')
  await Promise.all([other.presence.close(), lazy.presence.close()])
  await Promise.all(connections.slice(1).map((hints) => hints.close()))
})
