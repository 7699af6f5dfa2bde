import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../looping/mcp-client.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
})
afterAll(() => baton.close())

const testToken = (person: Person) => person.do('POST', '/api/settings/mcp-tokens', { name: 'try', mode: 'test' })
const projects = async (token: string): Promise<string[]> =>
  (await callTool(baton.url, token, 'list_projects', {})).body.items.map(({ slug }: { slug: string }) => slug)
const create = (token: string, slug: string) => callTool(baton.url, token, 'create_project', { name: slug, slug })
const twinOf = async (organization: string | undefined) =>
  (await baton.look<{ id: string }>('select id from organizations where sandbox_of = $1 and deleted_at is null', [organization])).map(
    ({ id }) => id,
  )

test('a live token acts in the organization, a test token in its twin, and neither sees the other', async () => {
  const live = await ann.mcpToken()
  const trial = await testToken(ann)
  expect(live.token).toMatch(/^svc_live_/)
  expect(trial).toMatchObject({ mode: 'test', prefix: 'svc_test_' })
  expect(trial.token).toMatch(/^svc_test_[\w-]{43}$/)
  expect((await create(live.token, 'real')).status).toBe(200)
  expect((await create(trial.token, 'trial')).status).toBe(200)
  expect([await projects(live.token), await projects(trial.token)]).toEqual([['real'], ['trial']])
  expect((await ann.do('GET', '/api/projects')).items.map(({ slug }: { slug: string }) => slug)).toEqual(['real'])
})

test('all test tokens of an organization share one twin, also those made at the same time', async () => {
  const bob = await (await baton.person('bob')).createOrganization('bobs')
  const tokens = await Promise.all(Array.from({ length: 8 }, () => testToken(bob)))
  expect(new Set(tokens.map(({ organization_id }) => organization_id)).size).toBe(1)
  expect(await twinOf(bob.organization)).toEqual([tokens[0].organization_id])
})

test('members of the organization are members of the twin, with the same role, as soon and as long as they are', async () => {
  const cid = await baton.person('cid')
  const role = async () =>
    (
      await baton.look<{ role: string }>('select role from memberships where org_id = any($1) and user_id = $2', [
        await twinOf(ann.organization),
        cid.user.id,
      ])
    )[0]?.role
  await testToken(ann)
  expect(await role()).toBeUndefined()
  await ann.do('POST', '/api/organization/members', { user: 'cid' })
  expect(await role()).toBe('member')
  const { token } = await testToken(cid.in(ann.organization ?? ''))
  expect((await create(token, 'by-cid')).status).toBe(200)
  await ann.do('PATCH', '/api/organization/members/cid', { role: 'viewer' })
  expect(await role()).toBe('viewer')
  expect((await create(token, 'again-by-cid')).status).toBe(403)
  await ann.do('DELETE', '/api/organization/members/cid')
  expect(await role()).toBeUndefined()
  expect((await callTool(baton.url, token, 'list_projects', {})).status).toBe(401)
})

test('the members of a sandbox cannot be changed there', async () => {
  await baton.person('dan')
  const { organization_id } = await testToken(ann)
  const there = ann.in(organization_id)
  expect((await there.call('POST', '/api/organization/members', { user: 'dan' })).status).toBe(400)
})

test('a sandbox has no sandbox and no live tokens', async () => {
  const { organization_id } = await testToken(ann)
  const there = ann.in(organization_id)
  expect((await testToken(there)).organization_id).toBe(organization_id)
  expect((await there.call('POST', '/api/settings/mcp-tokens', { name: 'live' })).status).toBe(409)
  expect((await there.call('POST', '/api/organization/sandbox/reset')).status).toBe(400)
})

test('a reset empties the twin and leaves the tokens and the organization as they were', async () => {
  const eve = await (await baton.person('eve')).createOrganization('eves')
  const live = await eve.mcpToken()
  const trial = await testToken(eve)
  await create(live.token, 'stays')
  await create(trial.token, 'goes')
  await eve.do('POST', '/api/organization/sandbox/reset')
  expect([await projects(live.token), await projects(trial.token)]).toEqual([['stays'], []])
  expect((await create(trial.token, 'goes')).status).toBe(200)
  expect(await twinOf(eve.organization)).toHaveLength(1)
})

test('a reset takes an owner or admin who has just logged in', async () => {
  const fay = await baton.person('fay')
  await ann.do('POST', '/api/organization/members', { user: 'fay' })
  expect((await fay.in(ann.organization ?? '').call('POST', '/api/organization/sandbox/reset')).status).toBe(403)
})

test('a sandbox is named as one, and nothing is published from it', async () => {
  const zoe = await (await baton.person('zoe')).createOrganization('zoes')
  const { organization_id: twin, token } = await testToken(zoe)
  await create(token, 'inside')
  const listed = (await zoe.do('GET', '/api/organizations')).items.map(({ id, sandbox }: { id: string; sandbox: boolean }) => [id, sandbox])
  expect(listed).toContainEqual([twin, true])
  expect(listed).toContainEqual([zoe.organization, false])
  expect((await zoe.in(twin).call('POST', '/api/projects/inside/share')).body.code).toBe('conflict')
})
