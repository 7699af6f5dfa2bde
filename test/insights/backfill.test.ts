import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person()
  await ann.do('POST', '/api/projects', { name: 'Past', slug: 'past' })
  for (let count = 0; count < 4; count++) {
    const { key } = await ann.do('POST', '/api/tasks', { project: 'past', title: `task ${count}`, status: 'todo' })
    for (const status of ['in_progress', 'in_review', 'complete', 'in_progress'].slice(0, count + 1))
      await ann.do('PATCH', `/api/tasks/${key}`, { status })
  }
  const { ref } = await ann.do('POST', '/api/features', { project: 'past', title: 'A feature' })
  await ann.do('POST', `/api/features/${ref}/cancel`, { reason: 'no' })
  await ann.do('POST', `/api/features/${ref}/restore`, {})
})
afterAll(() => baton.close())

const statuses = () =>
  baton.look('select item_id, seq, from_status, status, blocked, user_id, until is null as open from status_changes order by item_id, seq')
const gates = () =>
  baton.look(
    'select feature_id, seq, status, gate, gate_kind, waiting_for, left_by, until is null as open from gate_changes order by feature_id, seq',
  )

async function fill(name: 'fill_status_changes' | 'fill_gate_changes'): Promise<number> {
  let cursor: string | null = null
  let filled = 0
  for (;;) {
    const [row]: { cursor: string | null; rows: number }[] = await baton.look<{ cursor: string | null; rows: number }>(
      `select cursor, rows from app.${name}($1, 2)`,
      [cursor],
    )
    if (!row || row.rows === 0) return filled
    cursor = row.cursor
    filled += row.rows
  }
}

test('what is older than the tables is filled in from the log as the triggers would have written it', async () => {
  const [before, stays] = [await statuses(), await gates()]
  expect(before.length).toBeGreaterThan(10)
  expect(stays).toHaveLength(3)
  await baton.look('truncate status_changes, gate_changes')
  expect(await fill('fill_status_changes')).toBe(4)
  expect(await fill('fill_gate_changes')).toBe(1)
  expect(await statuses()).toEqual(before)
  expect(await gates()).toEqual(stays)
})

test('what is there already is left as it is, and half a history is completed', async () => {
  const before = await statuses()
  await fill('fill_status_changes')
  expect(await statuses()).toEqual(before)
  await baton.look('delete from status_changes where until is not null')
  await fill('fill_status_changes')
  expect(await statuses()).toEqual(before)
})

test('a task whose events are gone counts with the status it has', async () => {
  await baton.look('truncate status_changes')
  await baton.look("delete from events where type like 'task.%'")
  await fill('fill_status_changes')
  expect(await baton.look('select seq, status from status_changes order by item_id')).toMatchObject([
    { seq: '0', status: 'in_progress' },
    { seq: '0', status: 'in_review' },
    { seq: '0', status: 'complete' },
    { seq: '0', status: 'in_progress' },
  ])
})
