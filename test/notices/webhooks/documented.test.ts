import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'
import { Receiver } from './receiver.ts'
import { waitFor } from '../../harness/wait.ts'

type Verify = (headers: object, body: string, secret: string) => boolean

let baton: Baton
let worker: { close(): Promise<void> }
let receiver: Receiver
let ann: Person
let isFromBaton: Verify

beforeAll(async () => {
  const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, sample = ''] = page.match(/```js verify\n([\s\S]*?)```/) ?? []
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(sample)}`)
  isFromBaton = module.isFromBaton
  baton = await startBaton({ PRIVATE_ADDRESSES: 'allow' })
  worker = await startWorker(baton)
  receiver = await Receiver.start()
  ann = await baton.person()
})
afterAll(async () => {
  await worker.close()
  await Promise.all([baton.close(), receiver.close()])
})

test('the documented check takes what Baton sends, before and after a rotation, and nothing else', async () => {
  const { id, secret } = await ann.do('POST', '/api/webhooks', { url: receiver.url, events: ['spec.*'] })
  const tested = async () => {
    const { message_id } = await ann.do('POST', `/api/webhooks/${id}/test`, {})
    return waitFor('its message', () => receiver.accepted.find((message) => message.id === message_id))
  }
  const { headers, text } = await tested()
  expect(isFromBaton(headers, text, secret)).toBe(true)
  expect(isFromBaton(headers, `${text} `, secret)).toBe(false)
  expect(isFromBaton({ ...headers, 'webhook-id': 'msg_other' }, text, secret)).toBe(false)
  const { secret: fresh } = await ann.do('POST', `/api/webhooks/${id}/rotate-secret`, {})
  const rotated = await tested()
  expect([secret, fresh].map((one) => isFromBaton(rotated.headers, rotated.text, one))).toEqual([true, true])
  expect(isFromBaton(headers, text, fresh)).toBe(false)
})

test('it agrees with the library of the rules, and refuses what is old', () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
  const at = (date: Date) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(date.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', date, '{}'),
  })
  expect(isFromBaton(at(new Date()), '{}', secret)).toBe(true)
  expect(isFromBaton(at(new Date(Date.now() - 600_000)), '{}', secret)).toBe(false)
})
