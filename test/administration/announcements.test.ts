import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { startWorker } from '../harness/worker.ts'
import type { Person } from '../harness/person.ts'
import { patience } from '../harness/wait.ts'

let baton: Baton
let admin: Person
let worker: { close(): Promise<void> }

beforeAll(async () => {
  baton = await startBaton()
  admin = await baton.administrator()
  worker = await startWorker(baton)
})
afterAll(async () => {
  await worker.close()
  await baton.close()
})

const inbox = async (who: Person) => (await who.api.listNotifications({})).items.map(({ title }) => title)

test('everybody is told once; members of an organization and one user alone where that is asked for', async () => {
  const [ann, bob] = [await baton.person('ann'), await baton.person('bob')]
  const acme = await ann.createOrganization('acme')
  await admin.api.sendAnnouncement({ title: 'Maintenance on Sunday', body: 'From eight to nine.' })
  await expect.poll(() => inbox(bob), { timeout: patience }).toEqual(['Maintenance on Sunday'])
  await admin.api.sendAnnouncement({ title: 'Your trial ends', audience: 'organization', organization: 'acme' })
  await expect.poll(() => inbox(ann), { timeout: patience }).toEqual(['Your trial ends', 'Maintenance on Sunday'])
  await admin.api.notifyUser({ id: bob.user.id, title: 'Please confirm your address' })
  await expect.poll(() => inbox(bob), { timeout: patience }).toEqual(['Please confirm your address', 'Maintenance on Sunday'])
  const { items } = await admin.api.listAnnouncements({})
  expect(items.map(({ title, audience }) => [title, audience])).toEqual([
    ['Please confirm your address', 'user'],
    ['Your trial ends', 'organization'],
    ['Maintenance on Sunday', 'everyone'],
  ])
  expect(items[2]).toMatchObject({ recipients: 3, sent_by: { handle: admin.user.handle } })
  expect(items[1]?.organization).toEqual({ id: acme.organization, handle: 'acme' })
})

test('an announcement is no work that waits for its reader', async () => {
  const cat = await baton.person('cat')
  await admin.api.notifyUser({ id: cat.user.id, title: 'Hello' })
  await expect.poll(() => inbox(cat), { timeout: patience }).toEqual(['Hello'])
  expect((await cat.api.listNotifications({})).needs_you).toBe(0)
})

test('a failed job is listed by its error and tried again', async () => {
  await baton.look(
    `insert into jobs.job (id, name, data, state, completed_on, output)
      values ('01900000-0000-7000-8000-000000000001', 'purge', '{"tables": ["attempts"]}', 'failed', now(), '{"message": "the disk was full"}')`,
  )
  expect((await admin.api.listFailedJobs({})).jobs[0]).toMatchObject({ name: 'purge', error: 'the disk was full' })
  const health = await admin.api.getInstanceHealth({})
  expect(health.queues.find(({ name }) => name === 'purge')).toMatchObject({ failed: 1 })
  expect(health.concerns.map(({ part }) => part)).toContain('jobs')
  await admin.api.retryJob({ id: '01900000-0000-7000-8000-000000000001' })
  const left = async () => (await admin.api.listFailedJobs({})).jobs
  await expect.poll(left, { timeout: patience }).toEqual([])
  expect((await admin.call('POST', '/api/admin/jobs/01900000-0000-7000-8000-000000000001/retry')).status).toBe(404)
})
