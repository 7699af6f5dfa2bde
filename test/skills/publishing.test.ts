import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = await (await baton.person('bob')).createOrganization('bobs')
})
afterAll(() => baton.close())

const skill = (slug: string, more: object = {}) => ({ slug, name: slug, description: `About ${slug}`, body: `How to ${slug}`, ...more })
const page = (slug: string) => send(baton.url, 'GET', `/api/skills/public/${slug}`)

test('public slugs are one namespace: the second organization gets a free one suggested', async () => {
  await ann.do('POST', '/api/skills', skill('deploy', { visibility: 'public' }))
  const refused = await bob.call('POST', '/api/skills', skill('deploy', { visibility: 'public' }))
  expect([refused.status, refused.body.suggestion]).toEqual([409, 'deploy-bobs'])
  await bob.do('POST', '/api/skills', skill('deploy', { visibility: 'team' }))
  expect((await bob.call('PUT', '/api/skills/deploy', { visibility: 'public' })).body.suggestion).toBe('deploy-bobs')
  await bob.do('PUT', '/api/skills/deploy', { visibility: 'public', slug: 'deploy-bobs' })
  expect((await page('deploy-bobs')).body.organization).toBe('bobs')
  expect((await page('deploy')).body.organization).toBe('acme')
})

test('two organizations that publish one slug at the same moment: one of them does', async () => {
  const answers = await Promise.all([ann, bob].map((person) => person.call('POST', '/api/skills', skill('race', { visibility: 'public' }))))
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409'])
})

test('the snapshot holds these fields and no others, and follows every change', async () => {
  await ann.do('POST', '/api/skills', skill('shown', { visibility: 'public', tags: ['web'] }))
  const [row] = await baton.look<{ fields: object }>("select fields from published where kind = 'skill' and slug = 'shown'")
  const fields = ['description', 'files', 'findings', 'hash', 'name', 'organization', 'revision', 'slug', 'tags', 'version']
  expect(Object.keys(row?.fields ?? {}).toSorted()).toEqual(fields)
  const { body } = await page('shown')
  expect(Object.keys(body).toSorted()).toEqual(
    ['body', 'description', 'findings', 'name', 'organization', 'published_at', 'revision', 'slug', 'tags', 'updated_at'].toSorted(),
  )
  for (const secret of [ann.user.id, ann.user.handle, ann.organization ?? '']) expect(JSON.stringify([body, row])).not.toContain(secret)
  await ann.do('PUT', '/api/skills/shown', { name: 'Seen', body: 'Another', tags: [] })
  expect((await page('shown')).body).toMatchObject({ name: 'Seen', body: 'Another', tags: [], revision: 2 })
  await ann.do('PUT', '/api/skills/shown', { slug: 'seen' })
  expect([(await page('shown')).status, (await page('seen')).status]).toEqual([404, 200])
})

test('it is taken down when it is deleted or no longer public, and does not come back by itself', async () => {
  await ann.do('POST', '/api/skills', skill('brief', { visibility: 'public' }))
  await ann.do('PUT', '/api/skills/brief', { visibility: 'team' })
  expect((await page('brief')).status).toBe(404)
  await ann.do('PUT', '/api/skills/brief', { visibility: 'public' })
  expect((await page('brief')).status).toBe(200)
  await ann.do('DELETE', '/api/skills/brief')
  expect((await page('brief')).status).toBe(404)
  expect((await bob.call('GET', '/api/skills/brief')).status).toBe(404)
  expect((await ann.do('POST', '/api/skills/brief/restore')).visibility).toBe('team')
  expect((await page('brief')).status).toBe(404)
})

test('going public takes a person, and so does changing what the public sees; taking down does not', async () => {
  const { key } = await ann.do('POST', '/api/settings/api-keys', { name: 'robot' })
  const robot = (method: string, path: string, body?: unknown) => send(baton.url, method, path, body, { authorization: `Bearer ${key}` })
  const refused = await robot('POST', '/api/skills', skill('by-robot', { visibility: 'public' }))
  expect([refused.status, refused.body.code]).toEqual([403, 'needs_person'])
  expect((await robot('POST', '/api/skills', skill('by-robot'))).status).toBe(201)
  expect((await robot('PUT', '/api/skills/by-robot', { visibility: 'public' })).body.code).toBe('needs_person')
  await ann.do('PUT', '/api/skills/by-robot', { visibility: 'public' })
  expect((await robot('PUT', '/api/skills/by-robot', { body: 'Worse' })).body.code).toBe('needs_person')
  expect((await page('by-robot')).body.body).toBe('How to by-robot')
  expect((await robot('PUT', '/api/skills/by-robot', { visibility: 'team' })).status).toBe(200)
  expect((await page('by-robot')).status).toBe(404)
})

test('nothing is published from a sandbox', async () => {
  const { organization_id } = await ann.do('POST', '/api/settings/mcp-tokens', { name: 'trial', mode: 'test' })
  const there = ann.in(organization_id)
  const refused = await there.call('POST', '/api/skills', skill('inside', { visibility: 'public' }))
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect((await page('inside')).status).toBe(404)
})

test('a copy of a public skill is one’s own and says where it is from', async () => {
  await ann.do('POST', '/api/skills', skill('origin', { visibility: 'public', tags: ['web'] }))
  const copy = await bob.do('POST', '/api/skills/origin/copy')
  expect(copy).toMatchObject({
    slug: 'origin',
    source: 'personal',
    trust: 'own',
    tags: ['web'],
    owner_id: bob.user.id,
    organization: 'bobs',
  })
  expect(copy.copied_from).toEqual({ organization: 'acme', slug: 'origin', revision: 1 })
  expect((await bob.do('POST', '/api/skills/origin/copy', { slug: 'origin-too' })).slug).toBe('origin-too')
  expect((await bob.call('POST', '/api/skills/origin/copy', { slug: 'origin' })).status).toBe(409)
  await ann.do('PUT', '/api/skills/origin', { body: 'Later' })
  expect((await bob.do('GET', '/api/skills/origin')).body).toBe('How to origin')
})
