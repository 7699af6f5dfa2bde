import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { callTool } from '../looping/mcp-client.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let owner: Person
let other: Person
let key: string
beforeAll(async () => {
  baton = await startBaton({ PRIVATE_ADDRESSES: 'allow' })
  owner = await (await baton.person('olga')).createOrganization('acme')
  other = (await baton.person('otto')).in('acme')
  await baton.look("insert into memberships (org_id, user_id, role) values ($1, $2, 'member')", [owner.organization, other.user.id])
  await owner.do('POST', '/api/projects', { name: 'Closed', slug: 'closed', visibility: 'private' })
  ;({ key } = await owner.do('POST', '/api/settings/api-keys', { name: 'all', scopes: ['*'] }))
})
afterAll(() => baton.close())

const byKey = (method: string, path: string, body?: unknown) => send(baton.url, method, path, body, { authorization: `Bearer ${key}` })

test('a key cannot point a webhook elsewhere, have it send more, or turn it on; a person can', async () => {
  const { id } = await owner.do('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/good', events: ['spec.created'], project: 'closed' })
  const path = `/api/webhooks/${id}`
  const before = await owner.do('GET', path)
  for (const changes of [{ url: 'http://127.0.0.1:9/evil' }, { events: ['*'] }, { project: null }, { enabled: true }, { enabled: false }]) {
    expect((await byKey('PATCH', path, changes)).body.code, JSON.stringify(changes)).toBe('needs_person')
  }
  expect(await owner.do('GET', path)).toEqual(before)
  expect((await byKey('PATCH', path, { description: 'Ours' })).status).toBe(200)
  expect((await owner.call('PATCH', path, { events: ['*'] })).status).toBe(200)
})

test('a token cannot open a private project, let somebody in, or share it with the public; a person can', async () => {
  const { token } = await owner.mcpToken()
  const answer = await callTool(baton.url, token, 'update_project', { project: 'closed', visibility: 'organization' })
  expect(answer.text).toContain('needs_person')
  expect((await byKey('PATCH', '/api/projects/closed', { visibility: 'organization' })).body.code).toBe('needs_person')
  expect((await byKey('PUT', `/api/projects/closed/members/${other.user.id}`, {})).body.code).toBe('needs_person')
  expect((await byKey('POST', '/api/projects/closed/share')).body.code).toBe('needs_person')
  expect((await other.call('GET', '/api/projects/closed')).status).toBe(404)
  expect((await byKey('PATCH', '/api/projects/closed', { description: 'Still closed' })).status).toBe(200)
  await owner.do('PATCH', '/api/projects/closed', { visibility: 'organization' })
  expect((await other.call('GET', '/api/projects/closed')).status).toBe(200)
})

test('a key cannot show a skill to more people; a person can', async () => {
  await owner.do('POST', '/api/skills', { name: 'Mine', slug: 'mine', description: 'For me', body: 'Text' })
  expect((await byKey('PATCH', '/api/skills/mine', { visibility: 'team' })).body.code).toBe('needs_person')
  expect((await owner.call('PATCH', '/api/skills/mine', { visibility: 'team' })).status).toBe(200)
  // Making it personal again reveals nothing to anyone.
  expect((await byKey('PATCH', '/api/skills/mine', { visibility: 'personal' })).status).toBe(200)
})
