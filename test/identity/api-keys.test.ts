import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { startNode } from '../../src/main/node.ts'
import { callTool } from '../looping/mcp-client.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'
import { refusal } from '../websocket/live-client.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
})
afterAll(() => baton.close())

const createKey = (person: Person, body: object = {}) => person.do('POST', '/api/settings/api-keys', { name: 'ci', ...body })
const withKey = (key: string, method: string, path: string, body?: unknown, headers = {}) =>
  send(baton.url, method, path, body, { authorization: `Bearer ${key}`, ...headers })

test('a key is shown once, stored as a digest, and acts in the organization it was made in', async () => {
  const made = await createKey(ann)
  expect(made.key).toMatch(/^svc_[\w-]{43}$/)
  expect(made).toMatchObject({ prefix: 'svc_', last_four: made.key.slice(-4), scopes: ['*'], organization_id: ann.organization })
  expect((await ann.call('GET', '/api/settings/api-keys')).text).not.toContain(made.key)
  const [row] = await baton.look<{ row: string }>('select t::text as row from auth.tokens t where id = $1', [made.id])
  expect(row?.row).not.toContain(made.key.slice(4))
  const role = await withKey(made.key, 'GET', '/api/auth/me/role')
  expect(role.body).toMatchObject({ organization_id: ann.organization, organization_role: 'owner' })
  expect((await withKey(made.key, 'POST', '/api/projects', { name: 'By key', slug: 'by-key' })).status).toBe(201)
})

test('a request may repeat the organization of its key, and name no other', async () => {
  const { key } = await createKey(ann)
  const status = async (organization: string) =>
    (await withKey(key, 'GET', '/api/projects', undefined, { 'baton-organization': organization })).status
  expect([await status('acme'), await status(ann.organization ?? '')]).toEqual([200, 200])
  expect(await status(ann.user.personal_organization_id)).toBe(404)
  expect(await status('none')).toBe(404)
})

test('keys last 90 days by default and a year at most', async () => {
  const made = await createKey(ann)
  const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000
  expect(Math.round(days)).toBe(90)
  expect((await ann.call('POST', '/api/settings/api-keys', { name: 'ci', expires_in_days: 366 })).status).toBe(400)
})

test('a key does what its scopes say, and is told which one is missing', async () => {
  const { key } = await createKey(ann, { scopes: ['project:write', 'task:read'] })
  expect((await withKey(key, 'GET', '/api/projects')).status).toBe(200)
  expect((await withKey(key, 'POST', '/api/projects', { name: 'Scoped', slug: 'scoped' })).status).toBe(201)
  expect((await withKey(key, 'GET', '/api/tasks?project=scoped')).status).toBe(200)
  const refused = await withKey(key, 'POST', '/api/tasks', { project: 'scoped', title: 'No' })
  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden', scope: 'task:write' } })
  expect(refused.body.detail).toContain('task:write')
  expect((await withKey(key, 'GET', '/api/auth/me')).body).toMatchObject({ code: 'forbidden', scope: 'account:read' })
  for (const scopes of [[], ['task'], ['task:all'], ['*:read'], ['TASK:read']]) {
    expect((await ann.call('POST', '/api/settings/api-keys', { name: 'ci', scopes })).status, scopes.join()).toBe(400)
  }
})

test('a key never makes a credential, nor does anything else that needs a person', async () => {
  const { key } = await createKey(ann)
  for (const path of ['/api/settings/api-keys', '/api/settings/mcp-tokens']) {
    expect((await withKey(key, 'POST', path, { name: 'more' })).body.code).toBe('needs_person')
  }
  const narrow = await createKey(ann, { scopes: ['task:read'] })
  expect((await withKey(narrow.key, 'POST', '/api/auth/ws-ticket')).body).toMatchObject({ status: 403, scope: 'live:read' })
})

test('keys are for the web API alone, MCP tokens for /mcp alone', async () => {
  const { key } = await createKey(ann)
  const { token } = await ann.mcpToken()
  expect((await refusal(baton.url, { token: key })).status).toBe(401)
  expect((await callTool(baton.url, key, 'list_projects', {})).status).toBe(401)
  expect((await withKey(token, 'GET', '/api/projects')).status).toBe(401)
  expect((await callTool(baton.url, token, 'list_projects', {})).status).toBe(200)
})

test('a revoked, expired or mistyped key is refused, and another’s cannot be revoked', async () => {
  const revoked = await createKey(ann)
  const eve = await baton.person('eve')
  expect((await eve.call('DELETE', `/api/settings/api-keys/${revoked.id}`)).status).toBe(404)
  expect((await withKey(revoked.key, 'GET', '/api/projects')).status).toBe(200)
  await ann.do('DELETE', `/api/settings/api-keys/${revoked.id}`)
  expect((await withKey(revoked.key, 'GET', '/api/projects')).status).toBe(401)
  expect((await withKey(`${revoked.key}x`, 'GET', '/api/projects')).status).toBe(401)
  const short = await createKey(ann, { expires_in_days: 1 })
  await baton.look("update auth.tokens set expires_at = now() - interval '1 second' where id = $1", [short.id])
  expect((await withKey(short.key, 'GET', '/api/projects')).status).toBe(401)
})

test('a key dies with the membership it stands on, and with its suspended user', async () => {
  const bob = await baton.person('bob')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  const { key } = await createKey(bob.in(ann.organization ?? ''))
  const own = await createKey(bob)
  await ann.do('DELETE', '/api/organization/members/bob')
  expect((await withKey(key, 'GET', '/api/projects')).status).toBe(401)
  expect((await withKey(own.key, 'GET', '/api/projects')).status).toBe(200)
  await (await baton.administrator()).do('PATCH', `/api/admin/users/${bob.user.id}/suspend`)
  expect((await withKey(own.key, 'GET', '/api/projects')).status).toBe(401)
})

test('when a key was last used is written down soon after', async () => {
  const made = await createKey(ann)
  const node = await startNode(baton.config, operations, baton.clock)
  await send(node.address, 'GET', '/api/projects', undefined, { authorization: `Bearer ${made.key}` })
  await node.close()
  const { items } = await ann.do('GET', '/api/settings/api-keys')
  expect(items.find(({ id }: { id: string }) => id === made.id).last_used_at).not.toBeNull()
})
