import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { call, result, streamableClient } from '../mcp/clients.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let ada: Person
let ann: Person
let bob: Person
let stranger: Person
beforeAll(async () => {
  baton = await startBaton()
  ada = await (await baton.person('ada')).createOrganization('acme')
  for (const handle of ['ann', 'bob']) {
    const person = await baton.person(handle)
    await ada.do('POST', '/api/organization/members', { user: handle })
    if (handle === 'ann') ann = person.in('acme')
    else bob = person.in('acme')
  }
  stranger = await (await baton.person('sven')).createOrganization('other')
  await ann.do('POST', '/api/projects', { name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
  await ann.do('POST', '/api/projects', { name: 'Open', slug: 'open', key: 'OPN' })
})
afterAll(() => baton.close())

const skill = (slug: string, more: object = {}) => ({ slug, name: slug, description: 'x', body: 'x', ...more })

test('an agent has a role, skills and a memory scope; each reader is shown the skills they may read', async () => {
  await ann.do('POST', '/api/skills', skill('private-trick'))
  await ann.do('POST', '/api/skills', skill('house-rules', { visibility: 'team' }))
  await stranger.do('POST', '/api/skills', skill('worlds-best', { visibility: 'public' }))
  const skills = ['private-trick', 'house-rules', 'worlds-best']
  const made = await ann.do('POST', '/api/agents', {
    name: 'Rex',
    role: 'reviewer',
    skills,
    memory_scope: 'project',
    project: 'open',
    model: 'big-1',
  })
  expect(made).toMatchObject({ slug: 'rex', role: 'reviewer', memory_scope: 'project', status: 'active', visibility: 'organization' })
  const slugs = async (person: Person) => (await person.do('GET', '/api/agents/rex')).skills.map(({ slug }: any) => slug)
  expect(await slugs(ann)).toEqual(['house-rules', 'private-trick', 'worlds-best'])
  expect(await slugs(bob)).toEqual(['house-rules', 'worlds-best'])
  expect((await bob.call('POST', '/api/agents', { name: 'Cur', skills: ['private-trick'] })).status).toBe(404)
  expect((await bob.call('POST', '/api/agents', { name: 'Rex 2', slug: 'rex' })).body).toMatchObject({
    code: 'conflict',
    suggestion: 'rex-2',
  })
  expect((await bob.do('POST', '/api/agents', { name: 'Rex' })).slug).toBe('rex-2')
})

test('an agent is shown with its memory in short, to its owner alone', async () => {
  const { id } = await ann.do('POST', '/api/agents', { name: 'Elephant' })
  const store = (content: string, more: object = {}) => ann.do('POST', '/api/memories', { agent: 'elephant', content, ...more })
  for (const place of [1, 2, 3, 4, 5, 6]) await store(`Fact ${place}`, { tags: place > 4 ? ['api', 'late'] : ['api'] })
  const pinned = await store('Never deploy on Friday', { pinned: true })
  const gone = await store('Forgotten')
  await ann.do('DELETE', `/api/memories/${gone.id}`)
  await ann.do('POST', '/api/memories', { project: 'open', content: 'The project’s, not the agent’s' })
  const { memory } = await ann.do('GET', '/api/agents/elephant')
  expect(memory).toMatchObject({ total: 7, by_tag: { api: 6, late: 2 }, pinned: [{ id: pinned.id, content: 'Never deploy on Friday' }] })
  expect(memory.newest.map(({ content }: any) => content)).toEqual(['Never deploy on Friday', 'Fact 6', 'Fact 5', 'Fact 4', 'Fact 3'])
  const client = await streamableClient({ url: baton.url, token: (await ann.mcpToken()).token })
  expect((await result(client, 'get_agent', { agent: 'elephant' })).memory).toEqual(memory)
  await client.close()
  for (const other of [ada, bob]) expect(await other.do('GET', `/api/agents/${id}`)).toMatchObject({ slug: 'elephant', memory: null })
})

test('its owner and admins change it, nobody else', async () => {
  await ann.do('POST', '/api/agents', { name: 'Ivy' })
  for (const [method, path, body] of [
    ['PUT', '', { role: 'writer' }],
    ['DELETE', '', undefined],
    ['POST', '/publish', {}],
    ['DELETE', '/publish', undefined],
  ] as const) {
    expect((await bob.call(method, `/api/agents/ivy${path}`, body)).status, `${method} ${path}`).toBe(403)
  }
  expect(await ada.do('PUT', '/api/agents/ivy', { role: 'writer', settings: { tone: 'dry' } })).toMatchObject({
    role: 'writer',
    version: 2,
  })
  expect((await ann.call('PATCH', '/api/agents/ivy', { role: 'editor', version: 1 })).body.code).toBe('stale_version')
})

test('an agent of a private project is there for those who see the project', async () => {
  await ann.do('POST', '/api/agents', { name: 'Mole', project: 'secret' })
  const statuses = async () =>
    Promise.all([ann, ada, bob, stranger].map(async (person) => (await person.call('GET', '/api/agents/mole')).status))
  expect(await statuses()).toEqual([200, 200, 404, 404])
  expect((await bob.do('GET', '/api/agents')).items.map(({ slug }: any) => slug)).not.toContain('mole')
  expect((await ann.do('GET', '/api/agents?project=secret')).items.map(({ slug }: any) => slug)).toEqual(['mole'])
  await bob.do('POST', '/api/tasks', { project: 'open', title: 'Dig' })
  expect((await bob.call('PATCH', '/api/tasks/OPN-1', { assignee_agent: 'mole' })).status).toBe(404)
  await ann.do('PUT', '/api/projects/secret/members/bob')
  expect(await statuses()).toEqual([200, 200, 200, 404])
})

test('get_agent tells what it holds and what it did last', async () => {
  await ann.do('POST', '/api/agents', { name: 'Busy' })
  const { token } = await ann.do('POST', '/api/settings/mcp-tokens', { name: 'busy', agent: 'busy' })
  const client = await streamableClient({ url: baton.url, token })
  const task = await result(client, 'create_task', { project: 'open', title: 'Hold me', assignee_agent: 'busy' })
  await result(client, 'claim_task', { task: task.key })
  const details = await result(client, 'get_agent', { agent: 'busy' })
  expect(details).toMatchObject({ open_tasks: 1, leases: [{ key: task.key, title: 'Hold me' }] })
  expect(details.activity.map(({ type }: any) => type)).toContain('task.claimed')
  await client.close()
})

test('a token acts as an agent of its own user’s only', async () => {
  await ann.do('POST', '/api/agents', { name: 'Anns' })
  expect((await bob.call('POST', '/api/settings/mcp-tokens', { name: 'borrowed', agent: 'anns' })).status).toBe(404)
})

test('a public page shows the listed fields, is taken down with the agent, and is a person’s to change', async () => {
  const page = (slug: string) => send(baton.url, 'GET', `/api/agents/public/${slug}`)
  await ann.do('POST', '/api/agents', { name: 'Star', role: 'singer', description: 'Sings', settings: { key: 'private' }, project: 'open' })
  await stranger.do('POST', '/api/agents', { name: 'Star' })
  await ann.do('POST', '/api/agents/star/publish')
  expect(Object.keys((await page('star')).body).toSorted()).toEqual(
    ['description', 'model', 'name', 'organization', 'published_at', 'role', 'slug', 'updated_at'].toSorted(),
  )
  const [row] = await baton.look<{ fields: object }>("select fields from published where kind = 'agent' and slug = 'star'")
  expect(Object.keys(row?.fields ?? {}).toSorted()).toEqual(['description', 'model', 'name', 'organization', 'role', 'slug'])
  const taken = await stranger.call('POST', '/api/agents/star/publish')
  expect([taken.status, taken.body.suggestion]).toEqual([409, 'star-other'])
  expect((await stranger.do('POST', '/api/agents/star/publish', { slug: 'star-other' })).public_slug).toBe('star-other')
  const client = await streamableClient({ url: baton.url, token: (await ann.mcpToken()).token })
  expect((await call(client, 'update_agent', { agent: 'star', role: 'dancer' })).content[0]?.text).toMatch(/^needs_person: /)
  await result(client, 'update_agent', { agent: 'star', settings: { key: 'other' } })
  await client.close()
  await ann.do('PUT', '/api/agents/star', { role: 'dancer' })
  expect((await page('star')).body.role).toBe('dancer')
  await ann.do('DELETE', '/api/agents/star/publish')
  expect((await page('star')).status).toBe(404)
  await ann.do('POST', '/api/agents/star/publish')
  await ann.do('DELETE', '/api/agents/star')
  expect((await page('star')).status).toBe(404)
  expect(await ann.do('POST', '/api/agents/star/restore')).toMatchObject({ visibility: 'organization', deleted_at: null })
})
