import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { runWhole } from './worker-runs.ts'

let baton: Baton
let person: Person
let number = 0
let project: string

beforeAll(async () => {
  baton = await startBaton({ EMBEDDINGS: 'off' })
  person = await baton.person('owner')
})
beforeEach(async () => {
  project = `web-${number++}`
  await person.do('POST', '/api/projects', { name: 'Web', slug: project })
})
afterAll(() => baton.close())

const store = async (content: string, more: object = {}) => (await person.do('POST', '/api/memories', { project, content, ...more })).id
const supersede = async (id: string, content: string) => (await person.do('POST', `/api/memories/${id}/supersede`, { content })).id
const tries = (id: string, content = 'again') => person.call('POST', `/api/memories/${id}/supersede`, { content })
const live = async () => (await person.do('GET', `/api/memories?project=${project}`)).items.map(({ id }: any) => id)
const historyOf = async (id: string) => (await person.do('GET', `/api/memories/${id}`)).history.map((old: any) => old.id)

async function chain(length: number): Promise<string[]> {
  const ids = [await store('Version 1')]
  while (ids.length < length) ids.unshift(await supersede(ids[0] ?? '', `Version ${ids.length + 1}`))
  return ids
}

test('a chain of fifty has one head, its history is whole, and every older member is refused naming the head', async () => {
  const [head = '', ...older] = await chain(50)
  expect(await live()).toEqual([head])
  expect(await historyOf(head)).toEqual(older)
  for (const id of [older[0] ?? '', older[20] ?? '', older.at(-1) ?? '']) {
    const refused = [await tries(id), await person.call('POST', '/api/memories', { content: 'again', supersedes: id })]
    for (const { status, body } of refused) {
      expect(status).toBe(409)
      expect(body).toMatchObject({ code: 'already_superseded', head, detail: expect.stringMatching(/the newest is [A-Z]+-M50\./) })
    }
  }
  expect(await live()).toEqual([head])
})

test('of two who supersede the same memory at once one wins, and the other is told which', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await store(`Round ${round}`)
    const answers = await Promise.all([tries(id, `One of round ${round}`), tries(id, `Other of round ${round}`)])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([201, 409])
    expect(lost?.body).toMatchObject({ code: 'already_superseded', head: won?.body.id })
  }
  expect(await live()).toHaveLength(5)
})

test('a chain whose head is deleted has none, and says to restore it; restoring an older member does not make two', async () => {
  const [head = '', middle = '', first = ''] = await chain(3)
  await person.do('DELETE', `/api/memories/${head}`)
  expect(await live()).toEqual([])
  const { status, body } = await tries(first)
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'already_superseded', head, detail: expect.stringContaining('restore') })
  await person.do('DELETE', `/api/memories/${middle}`)
  await person.do('POST', `/api/memories/${middle}/restore`)
  expect(await live()).toEqual([])
  await person.do('POST', `/api/memories/${head}/restore`)
  expect(await live()).toEqual([head])
})

test('a review is not resolved against a memory that has a successor', async () => {
  const [one, two] = [await store('Tea at four'), await store('Tea at five')]
  const { items } = await person.do('POST', `/api/memories/${two}/flag`, { others: [one] })
  const head = await supersede(one, 'Tea at six')
  const { status, body } = await person.call('POST', `/api/memory-reviews/${items[0].id}/resolve`, { resolution: 'keep_older' })
  expect([status, body.code, body.head]).toEqual([409, 'already_superseded', head])
  expect(await live()).toEqual([head, two].toSorted((a, b) => (a < b ? 1 : -1)))
})

test('a circle is left open by the database, whoever closes it', async () => {
  const [head = '', middle = '', first = ''] = await chain(3)
  await baton.look('update memories set superseded_by = $2, superseded_at = now() where id = $1', [head, first])
  expect(await live()).toEqual([head])
  // All at once, as an import fills them.
  await baton.look('update memories set superseded_by = null where id = any($1)', [[middle, first]])
  await baton.look(
    'update memories m set superseded_by = v.by from unnest($1::uuid[], $2::uuid[]) v (id, by) where m.id = v.id and m.superseded_by is null',
    [
      [head, middle, first],
      [middle, first, head],
    ],
  )
  expect(await live()).toHaveLength(1)
})

test('when an older member is forgotten for good, the rest of the chain stays whole', async () => {
  const [head = '', third = '', second = '', first = ''] = await chain(4)
  for (const id of [third, second]) await person.do('DELETE', `/api/memories/${id}`)
  await baton.look("update memories set deleted_at = deleted_at - interval '31 days' where id = any($1)", [[third, second]])
  expect(await runWhole(baton, 'purge', { tables: ['memories'] })).toBe(2)
  expect(await historyOf(head)).toEqual([first])
  expect(await live()).toEqual([head])
})
