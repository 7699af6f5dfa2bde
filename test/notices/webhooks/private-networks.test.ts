import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAddress, createWebhookSender } from '../../../src/platform/webhook-sender.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'
import { Receiver } from './receiver.ts'
import { waitFor } from '../../harness/wait.ts'

let baton: Baton
let ann: Person
let receiver: Receiver
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person()
  receiver = await Receiver.start()
})
afterAll(() => Promise.all([baton.close(), receiver.close()]))

const inside = [
  'https://127.0.0.1/hook',
  'https://localhost/hook',
  'https://2130706433/hook',
  'https://0177.0.0.1/hook',
  'https://0x7f.1/hook',
  'https://127.1/hook',
  'https://0/hook',
  'https://10.1.2.3/hook',
  'https://172.20.0.1/hook',
  'https://192.168.1.1/hook',
  'https://100.64.0.1/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hook',
  'https://[::]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://[::ffff:a00:1]/hook',
  'https://[64:ff9b::7f00:1]/hook',
  'https://[fe80::1]/hook',
  'https://[fd00::1]/hook',
  'https://[2002:7f00:1::]/hook',
]

test.each(inside)('%s is refused when a webhook is made and when it is changed', async (url) => {
  const webhook = await ann.do('POST', '/api/webhooks', { url: 'https://example.com/hook' })
  const refused = [await ann.call('POST', '/api/webhooks', { url }), await ann.call('PATCH', `/api/webhooks/${webhook.id}`, { url })]
  for (const { status, body } of refused) {
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'url', message: 'must lead to a public address' }])
  }
  await ann.do('DELETE', `/api/webhooks/${webhook.id}`)
})

test.each(['http://example.com/hook', 'ftp://example.com/hook', 'https://user:password@example.com/hook', 'https://'])(
  '%s is no address for a webhook',
  async (url) => expect((await ann.call('POST', '/api/webhooks', { url })).status).toBe(400),
)

test.each(inside)('%s is not sent to either', async (url) => {
  const sender = createWebhookSender({ timeoutSeconds: 2, allowPrivate: false })
  expect(await sender.send(url, {}, '{}')).toEqual({
    response_status: null,
    error: 'the address must lead to a public address',
    response: '',
    retry_after: null,
  })
})

/** A name server that gives a different answer each time. */
const answering = (...answers: string[][]) => {
  let asked = 0
  const find = async () => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? []
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return { find, asked: () => asked }
}

test('a name with one private address among public ones is refused', async () => {
  const mixed = answering(['93.184.216.34', '127.0.0.1'])
  expect(await checkAddress('https://mixed.example/hook', false, mixed.find)).toBe('must lead to a public address')
  const sender = createWebhookSender({ timeoutSeconds: 2, allowPrivate: false, find: mixed.find })
  expect((await sender.send('https://mixed.example/hook', {}, '{}')).error).toBe('the address must lead to a public address')
})

test('a name that leads elsewhere when asked again is asked once, and connected to what was checked', async () => {
  const port = new URL(receiver.url).port
  // The first answer is checked and pinned. If the name were resolved again on connecting, the receiver would get the request.
  const rebinding = answering(['192.0.2.1'], ['127.0.0.1'])
  const sender = createWebhookSender({ timeoutSeconds: 1, allowPrivate: true, find: rebinding.find })
  const attempt = await sender.send(`http://rebinding.example:${port}/hook`, {}, '{}')
  expect(attempt.response_status).toBeNull()
  expect(rebinding.asked()).toBe(1)
  expect(receiver.messages).toEqual([])
  const moved = answering(['127.0.0.1'])
  const careful = createWebhookSender({ timeoutSeconds: 1, allowPrivate: false, find: moved.find })
  expect((await careful.send(`https://moved.example:${port}/hook`, {}, '{}')).error).toBe('the address must lead to a public address')
})

test('a name that takes forever to look up takes no longer than the rest', async () => {
  const find = () => new Promise<never>(() => {})
  const sender = createWebhookSender({ timeoutSeconds: 1, allowPrivate: false, find })
  expect((await sender.send('https://slow.example/hook', {}, '{}')).error).toBe('no answer within 1 s')
})

test('an address that has moved inside since the webhook was made is refused at delivery, and its owner reads why', async () => {
  const worker = await startWorker(baton)
  const { id } = await ann.do('POST', '/api/webhooks', { url: 'https://example.com/hook', events: ['spec.*'] })
  await baton.look('update webhooks set url = $2 where id = $1', [id, 'https://[::ffff:127.0.0.1]/hook'])
  const { id: delivery } = await ann.do('POST', `/api/webhooks/${id}/test`, {})
  const { log } = await waitFor('an attempt', async () => {
    const found = await ann.do('GET', `/api/webhooks/${id}/deliveries/${delivery}`)
    return found.log.length > 0 && found
  })
  expect(log[0].error).toBe('the address must lead to a public address')
  await worker.close()
})
