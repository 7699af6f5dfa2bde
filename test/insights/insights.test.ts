import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person()
})
afterAll(() => baton.close())

/** Advances the clock and logs in again, because a login doesn't live that long. */
async function pass(hours: number): Promise<void> {
  baton.clock.advance(hours * 3_600_000)
  await ann.logInAgain()
}

async function project(person: Person, name: string, visibility = 'organization'): Promise<string> {
  const { slug } = await person.do('POST', '/api/projects', { name, visibility })
  return slug
}
const task = async (person: Person, project: string, fields: object = {}): Promise<string> =>
  (await person.do('POST', '/api/tasks', { project, title: `task ${Math.random()}`, ...fields })).key
const move = (person: Person, key: string, status: string) => person.do('PATCH', `/api/tasks/${key}`, { status })
const read = (person: Person, project: string, query = '') => person.do('GET', `/api/projects/${project}/insights${query}`)

test('time is told by stage, and a task counts once, by its last completion', async () => {
  const slug = await project(ann, 'Stages')
  for (let i = 0; i < 3; i++) {
    const key = await task(ann, slug, { status: 'todo' })
    await pass(2)
    await move(ann, key, 'in_progress')
    await pass(3)
    await move(ann, key, 'in_review')
    await pass(1)
    await move(ann, key, 'complete')
    if (i > 0) continue
    await move(ann, key, 'in_progress')
    await move(ann, key, 'complete')
  }
  const insights = await read(ann, slug)
  expect(insights.throughput).toMatchObject({ completed: 3, verified: 0, people_hidden: false })
  expect(insights.cycle_times.waiting).toMatchObject({ count: 3 })
  expect(insights.cycle_times.waiting.median_hours).toBeCloseTo(2, 1)
  expect(insights.cycle_times.working.median_hours).toBeCloseTo(3, 1)
  expect(insights.cycle_times.in_review.median_hours).toBeCloseTo(1, 1)
  expect(insights.cycle_times.cycle.median_hours).toBeCloseTo(4, 1)
  expect(insights.quality).toMatchObject({ completed: 3, reopened: 1 })
  expect(insights.burn_up).toMatchObject({ scope: 3, done: 3, forecast: { state: 'done' } })
})

test('a deleted task is in no figure, a restored one is back with its history', async () => {
  const slug = await project(ann, 'Deleted')
  const key = await task(ann, slug)
  await move(ann, key, 'complete')
  await task(ann, slug)
  await ann.do('DELETE', `/api/tasks/${key}`)
  expect((await read(ann, slug)).burn_up).toMatchObject({ scope: 1, done: 0 })
  await ann.do('POST', `/api/tasks/${key}/restore`)
  expect((await read(ann, slug)).burn_up).toMatchObject({ scope: 2, done: 1 })
})

test('a task is blocked until what it waits for closes, and again when that opens', async () => {
  const slug = await project(ann, 'Blocked')
  const first = await task(ann, slug)
  await task(ann, slug, { blocked_by: [first] })
  await pass(5)
  await move(ann, first, 'complete')
  expect((await read(ann, slug)).blocked).toMatchObject({ now: 0, tasks: 1 })
  await pass(5)
  await move(ann, first, 'todo')
  await pass(1)
  const { blocked } = await read(ann, slug)
  expect(blocked).toMatchObject({ now: 1, tasks: 1 })
  expect(blocked.hours).toBeCloseTo(6, 1)
})

test('a label and a period narrow what is counted; a wrong period is refused', async () => {
  const slug = await project(ann, 'Filters')
  await move(ann, await task(ann, slug, { labels: ['api'] }), 'complete')
  await move(ann, await task(ann, slug), 'complete')
  const labelled = await read(ann, slug, '?label=api')
  expect(labelled.throughput.completed).toBe(1)
  expect(labelled.cost).toBeNull()
  const long = new Date(baton.clock.now().getTime() - 240 * 3_600_000).toISOString().slice(0, 10)
  expect((await read(ann, slug, `?to=${long}&days=7`)).throughput.completed).toBe(0)
  expect((await ann.call('GET', `/api/projects/${slug}/insights?from=2026-02-02&to=2026-02-01`)).status).toBe(400)
})
