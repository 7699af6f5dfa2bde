import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { leaseFor, Presence, renewEvery, type Sign } from '../../src/platform/presence.ts'
import { connectRedis, type Hints } from '../../src/platform/redis.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { callTool } from '../looping/mcp-client.ts'
import type { Person } from '../harness/person.ts'
import { LiveClient } from '../websocket/live-client.ts'

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
async function until<T>(look: () => Promise<T>, wanted: (found: T) => boolean, within = 8_000): Promise<T> {
  for (const end = Date.now() + within; ; await pause(50)) {
    const found = await look()
    if (wanted(found)) return found
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(found)}`)
  }
}

test('many tabs on two nodes are one person, who is told of when they come and gone when the last is closed', async () => {
  const watching = await LiveClient.connect(ann)
  await watching.subscribe({ id: 'org', to: 'organization' })
  const told = watching.changes('org').length
  const tabs = [await LiveClient.connect(bob), await LiveClient.connect(bob, far), await LiveClient.connect(bob, far)]
  await watching.until(() => watching.changes('org').slice(told).includes('presence.changed'))
  expect(
    await until(
      () => handles(ann),
      (found) => found.includes('bob'),
    ),
  ).toEqual(['ann', 'bob'])
  await tabs[0]?.close()
  await tabs[1]?.close()
  await pause(4_000)
  expect(await handles(ann)).toContain('bob')
  const before = watching.changes('org').length
  await tabs[2]?.close()
  await until(
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
  const placed = await until(
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
  await until(
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
  const { people, agents } = await until(
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
  const node = async (lease = 400) => {
    const hints = await connectRedis(config, () => {})
    connections.push(hints)
    return { hints, presence: new Presence(hints, () => {}, { lease, renew: 100, parting: 50 }) }
  }
  const [killed, other] = [await node(), await node()]
  const heard: string[] = []
  await other.hints.subscribe('changes:*', (change, channel) => heard.push(`${channel} ${change}`))
  const sign = (id: string): Sign => ({ kind: 'person', id, project: null, feature: null })
  killed.presence.hold('org', sign('bob'))
  other.presence.hold('org', sign('ann'))
  const names = async () => ((await other.presence.read('org')) ?? []).map(({ id }) => id).toSorted()
  await until(names, (found) => found.length === 2)
  await pause(600)
  // Renewal keeps it alive beyond one lease.
  expect(await names()).toEqual(['ann', 'bob'])
  const told = heard.length
  await killed.hints.close()
  const began = performance.now()
  expect(await until(names, (found) => found.length === 1, 2_000)).toEqual(['ann'])
  await until(
    async () => heard.length,
    (count) => count > told,
    2_000,
  )
  expect(performance.now() - began).toBeLessThan(1_500)
  expect(heard.at(-1)).toBe('changes:org presence.changed')
  // Counter-test: a lease that isn't renewed expires although its node is alive.
  const lazy = await node(60)
  lazy.presence.hold('org', sign('cid'))
  await pause(90)
  expect(await names()).not.toContain('cid')
  await Promise.all([other.presence.close(), lazy.presence.close()])
  await Promise.all(connections.slice(1).map((hints) => hints.close()))
})
