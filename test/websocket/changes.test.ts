import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, streamableClient } from '../mcp/clients.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { LiveClient } from './live-client.ts'
import { withoutIntervals } from '../harness/clock.ts'

let baton: Baton
let ann: Person
let bob: Person
/** A node that learns of a change only by being told. */
let far: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  far = (await withoutIntervals(() => baton.addNode())).address
})
afterAll(() => baton.close())

const head = async () => (await baton.look('select seq from log_heads where org_id = $1', [ann.organization]))[0]
const hint = (org: string | undefined) => baton.node.assembly.kernel.hint(org ?? '', 'tool_calls.recorded')

test('a call that only reads is told to the organization on another node, and to nobody else, without an entry in the log', async () => {
  const carla = await (await baton.person('carla')).createOrganization('globex')
  const [near, elsewhere] = [await LiveClient.connect(bob, far), await LiveClient.connect(carla, far)]
  for (const live of [near, elsewhere]) await live.subscribe({ id: 'org', to: 'organization' })
  await near.subscribe({ id: 'web', to: 'project', project: 'web' })
  await near.subscribe({ id: 'me', to: 'user' })
  const client = await streamableClient({ url: baton.url, token: (await ann.mcpToken()).token })
  // The first call registers the agent, which is an event.
  await call(client, 'list_projects', {})
  await near.until((frame) => frame.changed === 'tool_calls.recorded')
  const [told, before] = [near.changes('org').length, await head()]
  await call(client, 'list_tasks', { project: 'web' })
  await near.until(() => near.changes('org').length > told)
  expect(await head()).toEqual(before)
  // The frame says who called what, because the agent's row is all that changes on a page.
  const frame = near.texts.findLast((text) => text.startsWith('{"id":"org","changed":"tool_calls.recorded"'))
  expect(frame).toContain('"tool":"list_tasks"')
  for (const id of ['web', 'me']) expect(near.changes(id)).not.toContain('tool_calls.recorded')
  await elsewhere.settle()
  expect(elsewhere.changes('org')).toEqual([])
  await Promise.all([near.close(), elsewhere.close(), client.close()])
})

test('however many nodes record calls, it is told once a second, and the last of them is not lost', async () => {
  // An organization of its own, in which nothing was told in the last second.
  const dora = await (await baton.person('dora')).createOrganization('initech')
  const live = await LiveClient.connect(dora, far)
  await live.subscribe({ id: 'org', to: 'organization' })
  const told = () => live.changes('org').filter((change) => change === 'tool_calls.recorded').length
  for (let n = 0; n < 50; n++) hint(dora.organization)
  await live.until(() => told() >= 2)
  // Told after the fifty: if more than their first and last were told, they would be there before it.
  hint(dora.organization)
  await live.until(() => told() >= 3)
  await live.settle()
  expect(told()).toBe(3)
  await live.close()
})

test('that a token was used is told to its user alone', async () => {
  const [mine, theirs] = [await LiveClient.connect(ann, far), await LiveClient.connect(bob, far)]
  for (const live of [mine, theirs]) {
    await live.subscribe({ id: 'org', to: 'organization' })
    await live.subscribe({ id: 'me', to: 'user' })
  }
  const client = await streamableClient({ url: baton.url, token: (await ann.mcpToken()).token })
  await mine.until((frame) => frame.changed === 'tokens.used')
  const { items } = await ann.do('GET', '/api/settings/mcp-tokens')
  expect(items[0].last_used_at).not.toBeNull()
  await theirs.settle()
  expect(mine.changes('me')).toContain('tokens.used')
  expect([...mine.changes('org'), ...theirs.changes('org'), ...theirs.changes('me')]).not.toContain('tokens.used')
  await Promise.all([mine.close(), theirs.close(), client.close()])
})

test('a subscription that is resumed is told of what it may have missed', async () => {
  const live = await LiveClient.connect(bob)
  const { at = 0 } = await live.subscribe({ id: 'new', to: 'organization' })
  await live.subscribe({ id: 'resumed', to: 'organization', after: at })
  await live.subscribe({ id: 'me', to: 'user', after: 0 })
  await live.until((frame) => frame.changed === 'tokens.used')
  expect(live.changes('resumed')).toContain('presence.changed')
  // Presence is also announced to the people who joined themselves, so it is filtered out.
  const others = (id: string) => live.changes(id).filter((change) => change !== 'presence.changed')
  expect(['new', 'resumed', 'me'].map(others)).toEqual([[], ['tool_calls.recorded', 'runs.output'], ['tokens.used']])
  await live.close()
})

test('who has left the organization is told nothing more', async () => {
  const dan = (await baton.person('dan')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'dan', role: 'viewer' })
  const [gone, stays] = [await LiveClient.connect(dan), await LiveClient.connect(bob)]
  for (const live of [gone, stays]) await live.subscribe({ id: 'org', to: 'organization' })
  await ann.do('DELETE', `/api/organization/members/${dan.user.id}`)
  await gone.until((frame) => frame.ended !== undefined)
  const told = gone.changes('org').length
  const calls = () => stays.changes('org').filter((change) => change === 'tool_calls.recorded').length
  const before = calls()
  hint(ann.organization)
  await stays.until(() => calls() > before)
  expect(gone.changes('org')).toHaveLength(told)
  await stays.close()
})

test('without Redis nobody says what changed, so it may have: told once a second', async () => {
  const alone = await startBaton({ REDIS_URL: 'redis://127.0.0.1:1' })
  try {
    const live = await LiveClient.connect(await alone.person('eve'))
    await live.subscribe({ id: 'org', to: 'organization' })
    await live.until(() => live.changes('org').length >= 2)
    await live.close()
  } finally {
    await alone.close()
  }
})
