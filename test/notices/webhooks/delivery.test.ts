import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { Person, send } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'
import { Receiver, isSigned } from './receiver.ts'
import { waitFor } from '../../harness/wait.ts'

const minute = 60_000
const day = 86_400_000

let baton: Baton
let worker: { close(): Promise<void> }
let receiver: Receiver
let ann: Person
let count = 0

beforeAll(async () => {
  baton = await startBaton({ PRIVATE_ADDRESSES: 'allow', WEBHOOK_TIMEOUT_SECONDS: '1' })
  worker = await startWorker(baton)
})
afterAll(async () => {
  await worker.close()
  await baton.close()
})
beforeEach(async () => {
  const registered = await baton.person()
  ann = await registered.createOrganization(`hooks-${++count}-${registered.user.handle}`)
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  receiver = await Receiver.start()
  return () => receiver.close()
})

const hook = (more: object = {}) => ann.do('POST', '/api/webhooks', { url: receiver.url, events: ['task.*'], ...more })
const task = (title: string) => ann.do('POST', '/api/tasks', { project: 'web', title })
const rename = (key: string, title: string) => ann.do('PATCH', `/api/tasks/${key}`, { title })
const titles = () => receiver.accepted.map(({ body }) => body.data.item.title)
/** A new login, because the advanced clock has expired the old one. */
const again = async () => {
  const login = await send(baton.url, 'POST', '/api/auth/login', { email: ann.user.email, password: ann.password })
  ann = new Person(baton.url, login.body, ann.password, ann.organization)
}
const deliveries = async (id: string) => (await ann.do('GET', `/api/webhooks/${id}/deliveries`)).items

test('an event arrives signed, as its subscribers see it', async () => {
  const { secret, id } = await hook()
  const made = await task('First')
  const message = await waitFor('an accepted message', () => receiver.accepted[0])
  expect(message).toMatchObject({
    id: expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
    headers: { 'content-type': 'application/json' },
    body: { type: 'task.created', organization: ann.organization, subject_id: made.id, data: { item: { key: made.key, title: 'First' } } },
  })
  expect(Number.isNaN(Date.parse(message.body.timestamp))).toBe(false)
  expect(isSigned(message, secret)).toBe(true)
  expect(isSigned(message, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
  const delivery = await waitFor('the delivery', async () => (await deliveries(id)).find((one: any) => one.status === 'delivered'))
  expect(delivery).toMatchObject({ message_id: message.id, attempts: 1, seq: message.body.seq, next_attempt_at: null })
  const { log, body } = await ann.do('GET', `/api/webhooks/${id}/deliveries/${delivery.id}`)
  expect(body).toBe(message.text)
  expect(log).toMatchObject([{ number: 1, response_status: 200, error: null, response: 'answer 200' }])
})

test('a test arrives at this endpoint alone', async () => {
  const { id, secret } = await hook({ events: ['spec.*'] })
  const delivery = await ann.do('POST', `/api/webhooks/${id}/test`, {})
  const message = await waitFor('an accepted message', () => receiver.accepted[0])
  expect(message).toMatchObject({ id: delivery.message_id, body: { type: 'webhook.test', data: { webhook: { id } } } })
  expect(isSigned(message, secret)).toBe(true)
})

test('a long text is cut', async () => {
  await hook()
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'Long', description: 'x'.repeat(15_000) })
  const message = await waitFor('an accepted message', () => receiver.accepted[0])
  expect(message.body.truncated).toBe(true)
  expect(message.body.data.item.description).toHaveLength(2001)
})

test('what failed is tried again under the same id, and what follows about the same task waits for it', async () => {
  await hook()
  let broken = true
  const other = await task('Other')
  await waitFor('1 accepted message', () => receiver.accepted.length === 1)
  receiver.answer = ({ body }) => (broken && body.subject_id !== other.id ? 500 : 200)
  const { key } = await task('One')
  await waitFor('2 messages', () => receiver.messages.length === 2)
  for (const title of ['Two', 'Three']) await rename(key, title)
  await rename(other.key, 'Other again')
  await waitFor('the message about “Other again”', () => titles().includes('Other again'))
  expect(receiver.messages.filter(({ body }) => body.data.item.key === key)).toHaveLength(1)
  broken = false
  baton.clock.advance(7000)
  await waitFor('5 accepted messages', () => receiver.accepted.length === 5)
  expect(titles().filter((title) => !title.startsWith('Other'))).toEqual(['One', 'Two', 'Three'])
  const [first, second] = receiver.messages.filter(({ body }) => body.data.item.title === 'One')
  expect(first?.id).toBe(second?.id)
  expect(first?.text).toBe(second?.text)
})

test('a receiver that hangs is given up on in time, and holds nobody else up', async () => {
  const hanging = await Receiver.start()
  hanging.answer = () => () => {}
  const { id } = await hook({ url: hanging.url })
  await hook()
  for (let number = 0; number < 15; number++) await task(`Task ${number}`)
  await waitFor('15 accepted messages', () => receiver.accepted.length === 15)
  const failed = await waitFor('the delivery', async () => (await deliveries(id)).find((one: any) => one.attempts > 0))
  const { log } = await ann.do('GET', `/api/webhooks/${id}/deliveries/${failed.id}`)
  expect(log[0]).toMatchObject({ response_status: null, error: 'no answer within 1 s' })
  expect(hanging.messages.length).toBeLessThanOrEqual(15)
  await hanging.close()
})

test('an answer without an end counts by its status, and its beginning is kept', async () => {
  const { id } = await hook()
  receiver.answer = () => (response) => {
    response.writeHead(200)
    response.write('\0begins ')
    const more = setInterval(() => response.write('x'.repeat(10_000)), 1)
    response.on('close', () => clearInterval(more))
  }
  await task('Endless')
  const delivery = await waitFor('the delivery', async () => (await deliveries(id)).find((one: any) => one.status === 'delivered'))
  const { log } = await ann.do('GET', `/api/webhooks/${id}/deliveries/${delivery.id}`)
  expect(log[0].response).toMatch(/^begins x+$/)
  expect(log[0].response.length).toBeLessThanOrEqual(1024)
})

test('a redirect is not followed', async () => {
  const elsewhere = await Receiver.start()
  const { id } = await hook()
  receiver.answer = () => (response) => void response.writeHead(307, { location: elsewhere.url }).end()
  await task('Moved')
  await waitFor('the delivery', async () => (await deliveries(id))[0]?.attempts === 1)
  expect(elsewhere.messages).toEqual([])
  await elsewhere.close()
})

test('a receiver that asks for a pause gets it, for every task', async () => {
  await hook()
  receiver.answer = () => (response) => void response.writeHead(429, { 'retry-after': '300' }).end()
  await task('Busy')
  await waitFor('1 message', () => receiver.messages.length === 1)
  receiver.answer = () => 200
  baton.clock.advance(minute)
  const witness = await Receiver.start()
  await hook({ url: witness.url })
  await task('Another')
  // What another endpoint is sent has been decided for all.
  await waitFor('the other endpoint', () => witness.accepted.length === 1)
  expect(receiver.messages).toHaveLength(1)
  await witness.close()
  baton.clock.advance(5 * minute)
  await waitFor('2 accepted messages', () => receiver.accepted.length === 2)
  await again()
})

test('a receiver that is gone is turned off, and can be turned on again', async () => {
  const { id } = await hook()
  receiver.answer = () => 410
  await task('Gone')
  await waitFor('the webhook to be turned off', async () => !(await ann.do('GET', `/api/webhooks/${id}`)).enabled)
  expect(await ann.do('GET', `/api/webhooks/${id}`)).toMatchObject({ enabled: false, disabled_reason: 'gone' })
  expect((await ann.call('POST', `/api/webhooks/${id}/test`, {})).status).toBe(409)
  receiver.answer = () => 200
  expect(await ann.do('PATCH', `/api/webhooks/${id}`, { enabled: true })).toMatchObject({ enabled: true, disabled_reason: null })
  await task('Back')
  await waitFor('the message about “Back”', () => titles().includes('Back'))
  const events = await baton.look("select type from events where org_id = $1 and type = 'webhook.disabled'", [ann.organization])
  expect(events).toHaveLength(1)
})

test('what fails at every retry is given up, its followers go on, and it can be replayed', async () => {
  const { id } = await hook()
  receiver.answer = ({ body }) => (body.data.item.title === 'Bad' ? 500 : 200)
  const before = baton.clock.now().toISOString()
  const { key } = await task('Bad')
  await rename(key, 'Good')
  for (let attempts = 1; attempts <= 10; attempts++) {
    await waitFor(`attempt ${attempts}`, () => receiver.messages.filter(({ body }) => body.data.item.title === 'Bad').length === attempts)
    await waitFor(
      `attempt ${attempts} to be recorded`,
      async () => (await baton.look('select from webhook_deliveries where webhook_id = $1 and attempts = $2', [id, attempts])).length,
    )
    if (attempts < 10) baton.clock.advance(1.3 * day)
    // As if other deliveries succeeded in the meantime: otherwise the endpoint would count as broken for days.
    await baton.look('update webhooks set failing_since = null where id = $1', [id])
  }
  await waitFor('the message about “Good”', () => titles().includes('Good'))
  await again()
  const [, bad] = await deliveries(id)
  expect(bad).toMatchObject({ status: 'failed', attempts: 10 })
  receiver.answer = () => 200
  expect(await ann.do('POST', `/api/webhooks/${id}/replay`, { since: before })).toEqual({ webhook_id: id, replayed: 1 })
  await waitFor('the message about “Bad”', () => titles().includes('Bad'))
  const accepted = receiver.accepted.length
  await waitFor('the delivery', async () => (await deliveries(id))[1].status === 'delivered')
  await ann.do('POST', `/api/webhooks/${id}/deliveries/${bad.id}/replay`, {})
  await waitFor('the replayed message', () => receiver.accepted.length === accepted + 1)
  expect(new Set(receiver.messages.filter(({ body }) => body.data.item.title === 'Bad').map((one) => one.id)).size).toBe(1)
})

test('an endpoint that has failed for five days is turned off, with the reason', async () => {
  const { id } = await hook()
  receiver.answer = () => 503
  await task('Down')
  await waitFor('1 message', () => receiver.messages.length === 1)
  await waitFor('the failure to be noted', async () => (await ann.do('GET', `/api/webhooks/${id}`)).failing_since)
  baton.clock.advance(5 * day)
  await waitFor('2 messages', () => receiver.messages.length === 2)
  await again()
  await waitFor('the webhook to be turned off', async () => !(await ann.do('GET', `/api/webhooks/${id}`)).enabled)
  expect(await ann.do('GET', `/api/webhooks/${id}`)).toMatchObject({ disabled_reason: 'failing' })
})

test('old deliveries are forgotten', async () => {
  const { id } = await hook()
  await task('Old')
  await waitFor('the delivery', async () => (await deliveries(id))[0]?.status === 'delivered')
  await baton.look("update webhook_deliveries set created_at = created_at - interval '31 days' where webhook_id = $1", [id])
  await baton.look("insert into jobs.job (name, data) values ('purge', '{}')")
  await waitFor('the purge', async () => (await baton.look('select from webhook_deliveries where webhook_id = $1', [id])).length === 0)
})
