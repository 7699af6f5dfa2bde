import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { Person } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'
import { startPushService } from './push-service.ts'
import { waitFor, patience } from '../../harness/wait.ts'
import { waitForJobs } from '../../harness/jobs.ts'

let baton: Baton
let worker: { close(): Promise<void> }
let service: Awaited<ReturnType<typeof startPushService>>
let ann: Person
let bob: Person
beforeAll(async () => {
  service = await startPushService()
  const key = createECDH('prime256v1')
  key.generateKeys()
  baton = await startBaton({ PRIVATE_ADDRESSES: 'allow', PUSH_PRIVATE_KEY: key.getPrivateKey().toString('base64url').padStart(43, 'A') })
  worker = await startWorker(baton)
  ann = await (await baton.person('ann')).createOrganization('northwind')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(async () => {
  await worker.close()
  await baton.close()
  await service.close()
})

const at = (path: string) => service.received.filter((one) => one.path === path)
const mention = async () => {
  const { key } = await bob.do('POST', '/api/tasks', { project: 'web', title: 'Round the tax' })
  await bob.do('POST', `/api/tasks/${key}/comments`, { body: '@ann, up or down?' })
  return key as string
}

test('what needs a person reaches every browser they subscribed with, sealed for it, and says no more than who and where', async () => {
  const { public_key } = await ann.do('GET', '/api/settings/push')
  expect(Buffer.from(public_key, 'base64url')).toHaveLength(65)
  const [laptop, phone] = [service.browser(), service.browser()]
  const made = await ann.do('POST', '/api/settings/push', laptop.input)
  await ann.do('POST', '/api/settings/push', phone.input)
  expect(made).toMatchObject({ current: true, failure: null })
  const key = await mention()
  await waitFor(
    'both to be told',
    () => [at(laptop.path).length, at(phone.path).length],
    (counts) => counts.every((count) => count > 0),
  )
  expect([at(laptop.path).length, at(phone.path).length]).toEqual([1, 1])
  const [message] = at(phone.path)
  expect(message?.data).toEqual({
    id: expect.any(String),
    title: `Name of bob mentioned you in ${key}`,
    path: `/northwind/inbox?open=${message?.data.id}`,
  })
  expect(message?.topic).toBe(message?.data.id.replaceAll('-', ''))
  const stored = await baton.look<{ row: string }>('select row_to_json(p)::text as row from auth.push_subscriptions p')
  for (const { row } of stored) expect(row).not.toContain(laptop.path.slice(1))
  for (const { id } of (await ann.do('GET', '/api/settings/push')).items) await ann.do('DELETE', `/api/settings/push/${id}`)
})

test('what was settled elsewhere is taken back from the screens it is on', async () => {
  const phone = service.browser()
  await ann.do('POST', '/api/settings/push', phone.input)
  const key = await mention()
  await expect.poll(() => at(phone.path).length).toBe(1)
  await ann.do('POST', `/api/tasks/${key}/comments`, { body: 'Down.' })
  await expect.poll(() => at(phone.path).at(-1)?.data).toMatchObject({ id: at(phone.path)[0]?.data.id, settled: true })
})

test('nothing is sent of what a person switched off, to a login that ended, or to a browser that is gone', async () => {
  const [phone, ended, gone] = [service.browser(), service.browser(), service.browser()]
  await ann.do('POST', '/api/settings/push', phone.input)
  const { id: goneId } = await ann.do('POST', '/api/settings/push', gone.input)
  gone.answers(410)
  const login = await ann.call('POST', '/api/auth/login', { email: ann.user.email, password: ann.password })
  const other = new Person(baton.url, login.body, ann.password)
  await other.do('POST', '/api/settings/push', ended.input)
  await other.do('POST', '/api/auth/logout')
  await mention()
  await expect.poll(() => at(phone.path).length).toBe(1)
  expect(at(ended.path)).toEqual([])
  const ids = async () => (await ann.do('GET', '/api/settings/push')).items.map(({ id }: { id: string }) => id)
  await expect.poll(ids).not.toContain(goneId)
  await ann.do('PATCH', '/api/settings/preferences', { notifications: { mention: { push: false } } })
  const silent = await mention()
  const subjects = async () =>
    (await ann.do('GET', '/api/notifications')).items.map((one: { subject: { ref: string } | null }) => one.subject?.ref)
  await expect.poll(subjects).toContain(silent)
  await waitForJobs(baton, ['sendPush'])
  expect(at(phone.path)).toHaveLength(1)
  await ann.do('PATCH', '/api/settings/preferences', { notifications: { mention: { push: true } } })
})

test('a service that fails is asked again, and the settings say why', async () => {
  const phone = service.browser()
  const { id } = await ann.do('POST', '/api/settings/push', phone.input)
  phone.answers(503)
  expect(await ann.do('POST', `/api/settings/push/${id}/test`)).toEqual({ id, sent: false, failure: 'the push service answered 503' })
  await mention()
  const failure = async () => (await ann.do('GET', '/api/settings/push')).items.find((one: { id: string }) => one.id === id).failure
  await expect.poll(failure).toContain('503')
  const again = () => baton.look("select id from jobs.job where name = 'sendPush' and data ->> 'attempt' = '2'")
  await expect.poll(async () => (await again()).length).toBeGreaterThan(0)
  phone.answers(201)
  await expect.poll(() => at(phone.path).length, { timeout: patience }).toBe(1)
  await expect.poll(failure).toBeNull()
  expect(await ann.do('POST', `/api/settings/push/${id}/test`)).toEqual({ id, sent: true, failure: null })
})

test('a browser has one person: who subscribes with it last', async () => {
  const shared = service.browser()
  await ann.do('POST', '/api/settings/push', shared.input)
  await bob.do('POST', '/api/settings/push', shared.input)
  const before = at(shared.path).length
  const other = service.browser()
  await ann.do('POST', '/api/settings/push', other.input)
  await mention()
  await expect.poll(() => at(other.path).length).toBe(1)
  expect(at(shared.path)).toHaveLength(before)
})

test('keys that no browser can have end the subscription instead of failing for ever', async () => {
  const { input } = service.browser()
  const p256dh = Buffer.alloc(65, 4).toString('base64url')
  const { id } = await ann.do('POST', '/api/settings/push', { ...input, keys: { ...input.keys, p256dh } })
  expect(await ann.do('POST', `/api/settings/push/${id}/test`)).toEqual({ id, sent: false, failure: 'the browser is no longer subscribed' })
  expect((await ann.call('POST', `/api/settings/push/${id}/test`)).status).toBe(404)
})

test('without a key nobody subscribes, and the refusal says what is missing', async () => {
  const plain = await startBaton()
  const carl = await plain.person('carl')
  expect((await carl.do('GET', '/api/settings/push')).public_key).toBeNull()
  const { status, body } = await carl.call('POST', '/api/settings/push', service.browser().input)
  expect([status, body.detail]).toEqual([409, expect.stringContaining('PUSH_PRIVATE_KEY')])
  await plain.close()
})

test('every message was signed by the key browsers know and could be read', () => {
  expect(service.received.length).toBeGreaterThan(5)
  expect(service.faults).toEqual([])
})
