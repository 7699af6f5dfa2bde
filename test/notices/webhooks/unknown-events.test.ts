import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton({ PRIVATE_ADDRESSES: 'allow' })
  ann = await baton.person('ann')
})
afterAll(() => baton.close())

const url = 'http://127.0.0.1:9/hook'
const create = (...events: string[]) => ann.call('POST', '/api/webhooks', { url, events })

test('a webhook for an event that does not exist is refused with the nearest', async () => {
  const { status, body } = await create('task.creatd', 'task.created', 'taks.*', 'nonsense.of_mine')
  expect([status, body.code]).toEqual([400, 'invalid'])
  expect(body.errors).toEqual([
    { field: 'events.0', message: 'there is no such event; did you mean `task.created`?' },
    { field: 'events.2', message: 'there is no such event; did you mean `task.*`?' },
    { field: 'events.3', message: expect.stringContaining('/docs/webhooks lists them all') },
  ])
  expect(body.detail).not.toContain('nonsense')
  expect((await ann.do('GET', '/api/webhooks')).items).toEqual([])
})

test('all events, all of an area and each one are taken, and a change is checked the same', async () => {
  const { status, body } = await create('*', 'task.*', 'spec.created', 'webhook.updated')
  expect(status).toBe(201)
  const change = (events: string[]) => ann.call('PATCH', `/api/webhooks/${body.id}`, { events })
  expect((await change(['task.updatd'])).body.errors).toEqual([
    { field: 'events.0', message: 'there is no such event; did you mean `task.updated`?' },
  ])
  expect((await change(['task.updated'])).body.events).toEqual(['task.updated'])
})
