import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let owner: Person
beforeAll(async () => {
  baton = await startBaton()
  owner = await baton.person()
  await owner.do('POST', '/api/projects', { name: 'Streams', slug: 'streams', key: 'STR' })
})
afterAll(() => baton?.close())

const learn = (content: string, more = {}) => owner.do('POST', '/api/memories', { scope: 'project', project: 'streams', content, ...more })

test('whoever claims a task is told what was learnt about it, cut to its beginning, and nothing that was taken back', async () => {
  const bears = await learn(`Webhook receivers answer 429 with Retry-After. ${'More of it. '.repeat(100)}`)
  const wrong = await learn('Webhook receivers never answer 429')
  await owner.do('DELETE', `/api/memories/${wrong.id}`)
  const { key } = await owner.do('POST', '/api/tasks', { project: 'streams', title: 'Retry webhook receivers with backoff' })
  const { memories } = await owner.do('POST', `/api/tasks/${key}/claim`, {})
  expect(memories.map(({ id }: { id: string }) => id)).toEqual([bears.id])
  expect(memories[0].content.length).toBeLessThanOrEqual(401)
  expect(memories[0].trust).toBe(bears.trust)
})

test('renewing and releasing repeat nothing', async () => {
  const { key } = await owner.do('POST', '/api/tasks', { project: 'streams', title: 'Webhook receivers again' })
  const { lease } = await owner.do('POST', `/api/tasks/${key}/claim`, {})
  expect((await owner.do('POST', `/api/tasks/${key}/renew`, { fence: lease.fence })).memories).toEqual([])
  expect((await owner.do('POST', `/api/tasks/${key}/release`, { fence: lease.fence })).memories).toEqual([])
})
