import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { result, streamableClient } from '../mcp/clients.ts'
import type { Person } from '../harness/person.ts'
import { LiveClient, messagesFor, refusal } from './live-client.ts'

let baton: Baton
let ann: Person
let bob: Person
let far: string
let feature: { id: string; ref: string }
let other: { id: string; ref: string }
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in('acme')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB', visibility: 'private' })
  await ann.do('PUT', '/api/projects/web/members/bob')
  const spec = await ann.do('POST', '/api/specs', { project: 'web', title: 'Spec', body: 'Text' })
  feature = await ann.do('POST', '/api/features', { project: 'web', title: 'Login', spec: spec.ref })
  other = await ann.do('POST', '/api/features', { project: 'web', title: 'Logout', spec: spec.ref })
  far = (await baton.addNode()).address
})
afterAll(() => baton.close())

test('a feature’s topic tells of this feature alone, and ends with the access to its project', async () => {
  const live = await LiveClient.connect(bob, far)
  await live.subscribe({ id: 'f', to: 'feature', feature: feature.ref })
  await ann.do('PATCH', `/api/features/${other.id}`, { title: 'Sign out' })
  await ann.do('PATCH', `/api/features/${feature.id}`, { title: 'Sign in' })
  await live.until((frame) => frame.event?.subject_id === feature.id)
  expect(new Set(live.events('f').map((event) => event.subject_id))).toEqual(new Set([feature.id]))
  await ann.do('DELETE', '/api/projects/web/members/bob')
  await live.until((frame) => frame.id === 'f' && frame.ended === 'not_found')
  expect((await live.subscribe({ id: 'again', to: 'feature', feature: feature.ref })).error?.code).toBe('not_found')
  await ann.do('PUT', '/api/projects/web/members/bob')
  await live.close()
})

test('a feature’s topic ends when the feature is deleted', async () => {
  const live = await LiveClient.connect(ann, far)
  await live.subscribe({ id: 'f', to: 'feature', feature: other.id })
  await ann.do('DELETE', `/api/features/${other.id}`)
  await live.until((frame) => frame.id === 'f' && frame.ended === 'not_found')
  expect(live.events('f').at(-1)?.type).toBe('feature.deleted')
  await live.close()
})

test('a session’s topic tells of this session alone', async () => {
  const client = await streamableClient({ url: baton.url, token: (await ann.mcpToken()).token })
  const start = async (goal: string) => (await result(client, 'create_session', { project: 'web', goals: [goal] })) as { id: string }
  const [one, two] = [await start('One'), await start('Two')]
  const live = await LiveClient.connect(ann, far)
  const answer = await live.subscribe({ id: 's', to: 'session', session: one.id })
  expect(answer.subscribed, JSON.stringify(answer)).toBe('s')
  for (const { id } of [two, one]) await result(client, 'checkpoint_session', { session: id, progress: 'Some' })
  await live.until((frame) => frame.event?.type === 'agent_session.checkpointed')
  expect(new Set(live.events('s').map((event) => event.subject_id))).toEqual(new Set([one.id]))
  const carla = await (await baton.person('carla')).createOrganization('globex')
  const stranger = await LiveClient.connect(carla)
  expect((await stranger.subscribe({ id: 's', to: 'session', session: one.id })).error?.code).toBe('not_found')
  expect((await stranger.subscribe({ id: 'f', to: 'feature', feature: feature.id })).error?.code).toBe('not_found')
  await Promise.all([live.close(), stranger.close(), client.close()])
})

test('a key with live:read gets a ticket for one connection; others do not, and a revoked key ends its connection', async () => {
  const keyOf = (scopes: string[]) => ann.do('POST', '/api/settings/api-keys', { name: 'live', scopes })
  const ticketFor = async (key: string) => {
    const answer = await fetch(`${baton.url}/api/auth/ws-ticket`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
    return { status: answer.status, body: (await answer.json()) as { ticket: string; detail: string } }
  }
  for (const scopes of [['task:read'], ['account:write']]) {
    const refused = await ticketFor((await keyOf(scopes)).key)
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('live:read')])
  }
  const { id, key } = await keyOf(['live:read'])
  const { body } = await ticketFor(key)
  const live = await LiveClient.withTicket(far, body.ticket)
  expect((await refusal(baton.url, { token: body.ticket })).status).toBe(401)
  await live.subscribe({ id: 'o', to: 'organization' })
  // Topics for the user alone, or that need other scopes, stay closed.
  expect((await live.subscribe({ id: 'u', to: 'user' })).error?.code).toBe('forbidden')
  expect((await live.subscribe({ id: 'p', to: 'project', project: 'web' })).error?.code).toBe('forbidden')
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'Told to a program' })
  await live.until((frame) => frame.event?.type === 'task.created')
  await ann.do('DELETE', `/api/settings/api-keys/${id}`)
  expect((await live.closed).code).toBe(1008)
  const foreign = await ticketFor((await keyOf(['live:read'])).key)
  expect((await refusal(baton.url, { token: foreign.body.ticket, organization: 'globex' })).status).toBe(404)
})

test('the document names every frame, and a frame that is not in it is noticed', async () => {
  const document = await (await fetch(`${baton.url}/api/asyncapi.json`)).json()
  expect(document).toMatchObject({ asyncapi: '3.0.0', channels: { live: { address: '/api/ws' } } })
  const refs = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
  for (const [, path = ''] of refs) {
    const found = path.split('/').reduce<any>((at, name) => at?.[name], document)
    expect(found, path).toBeDefined()
  }
  expect(messagesFor({ subscribed: 'a', at: 3 })).toEqual(['subscribed'])
  expect(messagesFor({ id: 'a', resync: 'access_changed', at: 3 })).toEqual(['resync'])
  for (const wrong of [{ id: 'a', changed: 'nothing.known' }, { id: 'a', seq: 1, event: {} }, { subscribe: { id: 'a', to: 'project' } }])
    expect(messagesFor(wrong)).toEqual([])
})
