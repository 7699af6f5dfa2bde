import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/projects', { name: 'Other', slug: 'other', key: 'OTH' })
})
afterAll(() => baton.close())

const newTask = (title: string) =>
  ann.do('POST', '/api/tasks', { project: 'web', title, description: 'as it was', priority: 'high', labels: ['kept'] })

test('the path wins over a body field of the same name', async () => {
  const one = await newTask('One')
  const two = await newTask('Two')
  const changed = await ann.do('PATCH', `/api/tasks/${one.key}`, { task: two.key, title: 'Changed' })
  expect(changed.key).toBe(one.key)
  expect((await ann.do('GET', `/api/tasks/${two.key}`)).title).toBe('Two')
  const epic = await ann.do('POST', '/api/projects/web/epics', { project: 'other', title: 'Epic' })
  expect(epic.key).toMatch(/^WEB-/)
})

test('what a path stands for wins over the body too', async () => {
  const archived = await ann.do('POST', '/api/projects/other/archive', { restore: true })
  expect(archived.archived_at).not.toBeNull()
  expect((await ann.do('POST', '/api/projects/other/restore')).archived_at).toBeNull()
})

test.each(['PUT', 'PATCH'])('%s changes only the fields named', async (method) => {
  const before = await newTask(`By ${method}`)
  const after = await ann.do(method, `/api/tasks/${before.key}`, { status: 'todo' })
  expect(after).toEqual({
    ...after,
    title: before.title,
    description: 'as it was',
    priority: 'high',
    labels: ['kept'],
    status: 'todo',
    version: 2,
  })
  const project = await ann.do(method, '/api/projects/web', { description: `By ${method}` })
  expect(project).toMatchObject({ name: 'Web', slug: 'web', description: `By ${method}` })
})

test('query text becomes what the schema says', async () => {
  await newTask('Counted')
  expect((await ann.do('GET', '/api/tasks?limit=1&ready=true&project=web')).items).toHaveLength(1)
  expect((await ann.do('GET', '/api/projects?archived=false')).items).toHaveLength(2)
  expect((await ann.do('GET', '/api/projects?archived=true')).items).toHaveLength(0)
})

test.each(['limit=0', 'limit=101', 'limit=abc', 'limit=1e1', 'limit=', 'limit=1&limit=2', 'ready=yes', 'ready=1', 'surprise=1'])(
  '?%s is refused',
  async (query) => {
    expect((await ann.call('GET', `/api/tasks?${query}`)).body).toMatchObject({ status: 400, code: 'invalid' })
  },
)

test('creation answers 201, everything else 200', async () => {
  const created = await ann.call('POST', '/api/tasks', { project: 'web', title: 'New' })
  expect(created.status).toBe(201)
  expect((await ann.call('POST', `/api/tasks/${created.body.key}/complete`)).status).toBe(200)
  const deleted = await ann.call('DELETE', `/api/tasks/${created.body.key}`)
  expect(deleted.status).toBe(200)
  expect(deleted.body.deleted_at).not.toBeNull()
})

test('a cursor continues a list where it ended, and a foreign one is refused', async () => {
  const first = await ann.do('GET', '/api/tasks?project=web&limit=2')
  const second = await ann.do('GET', `/api/tasks?project=web&limit=2&cursor=${first.next_cursor}`)
  expect(second.items[0].number).toBe(first.items[1].number - 1)
  expect((await ann.call('GET', '/api/tasks?project=web&cursor=bm9uc2Vuc2U')).body.code).toBe('invalid')
})

test('a body with more values than any operation takes is refused unparsed', async () => {
  const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, place) => [`field${place}`, 1]))
  for (const path of ['/api/auth/login', '/api/auth/register', '/api/contact']) {
    const refused = await fetch(`${baton.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(many),
    })
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ code: 'too_large', detail: expect.stringContaining('Send less at a time') })
  }
})
