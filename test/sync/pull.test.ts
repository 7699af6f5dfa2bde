import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  for (const title of ['One', 'Two', 'Three']) await ann.api.createTask({ project: 'web', title })
})
afterAll(() => baton.close())

const page = (person: Person, cursor?: string, limit = 2) =>
  person.call('GET', `/api/sync/pull?limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)

/** Pulls everything from a cursor on, and keeps it as a device would. */
async function pull(person: Person, from?: string, limit = 2) {
  const records = new Map<string, any>()
  let cursor = from
  for (;;) {
    const { status, body } = await page(person, cursor, limit)
    expect(status).toBe(200)
    const lines = body.changes.map((one: any) => `${one.kind} ${one.id} ${one.version} ${one.deleted ? 'deleted' : 'kept'}\n`).join('')
    expect(body.checksum).toBe(createHash('sha256').update(lines).digest('hex'))
    for (const one of body.changes) records.set(`${one.kind} ${one.id}`, one.deleted ? null : one.record)
    cursor = body.cursor as string
    if (!body.more) return { records, cursor }
  }
}
const titlesIn = (records: Map<string, any>) =>
  [...records.values()].flatMap((one) => (one?.title ? [one.title as string] : [])).toSorted((one, other) => one.localeCompare(other))

test('a fresh start reads everything in pages, then what has changed', async () => {
  const { records, cursor } = await pull(ann)
  expect(titlesIn(records)).toEqual(['One', 'Three', 'Two'])
  expect((await pull(ann, cursor)).records.size).toBe(0)
  const task = await ann.api.createTask({ project: 'web', title: 'Four' })
  await ann.api.updateTask({ task: task.key, title: 'Four!' })
  const next = await pull(ann, cursor)
  expect(titlesIn(next.records)).toEqual(['Four!'])
  await ann.do('DELETE', `/api/tasks/${task.key}`)
  expect([...(await pull(ann, next.cursor)).records]).toEqual([[`item ${task.id}`, null]])
})

test('what a person may not see is in nobody else’s pull', async () => {
  const { cursor } = await pull(bob)
  await ann.do('POST', '/api/notes', { title: 'Mine alone', content: 'Secret' })
  await ann.do('POST', '/api/projects', { name: 'Quiet', slug: 'quiet', key: 'QUI', visibility: 'private' })
  await ann.api.createTask({ project: 'quiet', title: 'Hidden' })
  expect((await pull(bob, cursor)).records.size).toBe(0)
  expect(titlesIn((await pull(bob)).records)).not.toContain('Hidden')
  expect(titlesIn((await pull(ann)).records)).toEqual(expect.arrayContaining(['Hidden', 'Mine alone']))
})

test('changed access is 410 and a fresh start', async () => {
  const { cursor } = await pull(bob)
  await ann.api.addProjectMember({ project: 'quiet', user: 'bob' })
  expect(await page(bob, cursor)).toMatchObject({ status: 410, body: { code: 'gone', reason: 'access' } })
  expect(titlesIn((await pull(bob)).records)).toContain('Hidden')
})

test('a cursor is its reader’s, in one organization, and of one epoch', async () => {
  const { cursor } = await pull(ann)
  expect((await page(bob, cursor)).status).toBe(410)
  expect((await page(ann.in(''), cursor)).status).toBe(410)
  expect((await page(ann, 'nonsense')).status).toBe(410)
  await baton.look('update sync_epochs set epoch = epoch + 1')
  expect(await page(ann, cursor)).toMatchObject({ status: 410, body: { reason: 'restored' } })
  await pull(ann)
})

test('a deleted project is a fresh start', async () => {
  const { cursor } = await pull(ann)
  await ann.do('DELETE', '/api/projects/quiet')
  expect(await page(ann, cursor)).toMatchObject({ status: 410, body: { reason: 'sweeping' } })
  expect(titlesIn((await pull(ann)).records)).not.toContain('Hidden')
})

test('the list of devices says how far each has pulled', async () => {
  const { id } = await ann.do('POST', '/api/sync/devices/register', { name: 'Phone', client: 'baton 1' })
  await ann.do('GET', `/api/sync/pull?device=${id}`)
  const status = await ann.do('GET', '/api/sync/status')
  expect(status.devices.find((one: any) => one.id === id)).toMatchObject({
    client: 'baton 1',
    last_pull_at: expect.any(String),
    last_pull_seq: expect.any(Number),
  })
  expect(status.head).toBeGreaterThan(0)
})
