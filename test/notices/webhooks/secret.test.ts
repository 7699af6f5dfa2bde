import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { Person, send } from '../../harness/person.ts'
import { startWorker } from '../../harness/worker.ts'
import { Receiver, isSigned } from './receiver.ts'
import { waitFor } from '../../harness/wait.ts'

const hour = 3_600_000
let baton: Baton
let worker: { close(): Promise<void> }
let receiver: Receiver
let ann: Person

beforeAll(async () => {
  baton = await startBaton({ PRIVATE_ADDRESSES: 'allow' })
  worker = await startWorker(baton)
  receiver = await Receiver.start()
  ann = await baton.person()
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
})
afterAll(async () => {
  await worker.close()
  await Promise.all([baton.close(), receiver.close()])
})

/** Every row of every table as text. */
async function dump(): Promise<string> {
  const tables = await baton.look<{ name: string }>(`select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'auth', 'jobs') and c.relkind = 'r'`)
  const rows = await Promise.all(tables.map(({ name }) => baton.look<{ row: string }>(`select t::text as row from ${name} t`)))
  return rows.flat().map(({ row }) => row).join('\n') // prettier-ignore
}

test('a secret is shown once, and stands nowhere in the clear: not in answers, log, audit, jobs or tables', async () => {
  const key = { 'idempotency-key': 'hook-1' }
  const { secret, ...webhook } = await ann.do('POST', '/api/webhooks', { url: receiver.url }, key)
  expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
  expect((await ann.call('POST', '/api/webhooks', { url: receiver.url }, key)).body.code).toBe('already_created')
  await ann.do('POST', `/api/webhooks/${webhook.id}/test`, {})
  await waitFor('its message', () => receiver.accepted.find(({ body }) => body.type === 'webhook.test'))
  const rotated = (await ann.do('POST', `/api/webhooks/${webhook.id}/rotate-secret`, {})).secret
  expect(rotated).not.toBe(secret)
  const shown = await Promise.all(
    ['/api/webhooks', `/api/webhooks/${webhook.id}`, `/api/webhooks/${webhook.id}/deliveries`].map((path) => ann.call('GET', path)),
  )
  const everything = [await dump(), ...shown.map(({ text }) => text), ...receiver.messages.map(({ text }) => text)].join('\n')
  expect(everything).toContain(webhook.id)
  for (const value of [secret, rotated]) {
    const bare = value.replace(/^whsec_/, '')
    expect(everything).not.toContain(bare)
    expect(everything).not.toContain(Buffer.from(bare, 'base64').toString('hex'))
    expect(everything).not.toContain(Buffer.from(value).toString('hex'))
  }
})

test('a sealed secret opens in its own row only', async () => {
  const first = await ann.do('POST', '/api/webhooks', { url: receiver.url, events: ['spec.*'] })
  const second = await ann.do('POST', '/api/webhooks', { url: receiver.url, events: ['spec.*'] })
  await baton.look('update webhooks set secret = (select secret from webhooks where id = $1) where id = $2', [first.id, second.id])
  await ann.do('POST', `/api/webhooks/${second.id}/test`, {})
  // Another organization's message, asked for later: the worker has looked for both.
  const bob = await baton.person()
  const { id: other } = await bob.do('POST', '/api/webhooks', { url: receiver.url, events: ['spec.*'] })
  const { message_id } = await bob.do('POST', `/api/webhooks/${other}/test`, {})
  await waitFor('the message of the other webhook', () => receiver.accepted.some(({ id }) => id === message_id))
  expect(receiver.messages.filter(({ body }) => body.data.webhook?.id === second.id && body.type === 'webhook.test')).toEqual([])
  await ann.do('DELETE', `/api/webhooks/${second.id}`)
})

test('for a day after a rotation both secrets sign, then the new one alone', async () => {
  const { id, secret: old } = await ann.do('POST', '/api/webhooks', { url: receiver.url, events: ['task.*'] })
  const { secret: fresh, previous_until } = await ann.do('POST', `/api/webhooks/${id}/rotate-secret`, {})
  expect(Date.parse(previous_until) - baton.clock.now().getTime()).toBeGreaterThan(23.9 * hour)
  const tested = async () => {
    const { message_id } = await ann.do('POST', `/api/webhooks/${id}/test`, {})
    return waitFor('its message', () => receiver.accepted.find((message) => message.id === message_id))
  }
  const both = await tested()
  expect(String(both.headers['webhook-signature'])).toMatch(/^v1,\S+ v1,\S+$/)
  expect([old, fresh].map((secret) => isSigned(both, secret))).toEqual([true, true])
  // The reference library rejects timestamps from the future, so the day passes in the row instead of on the clock.
  await baton.look("update webhooks set previous_until = now() - interval '1 second' where id = $1", [id])
  const later = await tested()
  expect([old, fresh].map((secret) => isSigned(later, secret))).toEqual([false, true])
})

test('a deleted webhook keeps no secret and sends nothing', async () => {
  const { id } = await ann.do('POST', '/api/webhooks', { url: receiver.url, events: ['task.*'] })
  expect((await ann.do('DELETE', `/api/webhooks/${id}`)).deleted_at).toBeTruthy()
  expect((await ann.call('GET', `/api/webhooks/${id}`)).status).toBe(404)
  expect(await baton.look('select secret, previous_secret from webhooks where id = $1', [id])).toEqual([
    { secret: null, previous_secret: null },
  ])
})

test('only a person makes or rotates one; what others may do is a scope', async () => {
  const { key } = await ann.do('POST', '/api/settings/api-keys', { name: 'all', scopes: ['webhook:manage'] })
  const { id } = await ann.do('POST', '/api/webhooks', { url: receiver.url, events: ['spec.*'] })
  const asKey = (method: string, path: string, body?: unknown) => send(baton.url, method, path, body, { authorization: `Bearer ${key}` })
  expect((await asKey('POST', '/api/webhooks', { url: receiver.url })).body.code).toBe('needs_person')
  expect((await asKey('POST', `/api/webhooks/${id}/rotate-secret`, {})).body.code).toBe('needs_person')
  expect((await asKey('GET', `/api/webhooks/${id}`)).status).toBe(200)
})
