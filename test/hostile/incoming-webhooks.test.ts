import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { howMany, malformed, oneOf, randomFrom, seed, watchProcess } from './generate.ts'
import { hostileAnswer, startHostileHttp, whole, type HostileHttp } from './hostile-http.ts'

// A code host and a provider of billing sign whatever they send. The signature says who it is from, not that it has the right form.

const secret = 'x'.repeat(32)
const watched = watchProcess()
let baton: Baton
let provider: HostileHttp
beforeAll(async () => {
  provider = await startHostileHttp()
  baton = await startBaton({
    ...{ CODEHOST_WEBHOOK_SECRET: secret, BILLING_KEY: 'pk_x', BILLING_WEBHOOK_SECRET: secret },
    ...{ BILLING_SECRET_KEY: 'sk_x', BILLING_API_URL: provider.url },
  })
})
afterAll(async () => {
  watched.stop()
  await baton.close()
  provider.close()
})

const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')

async function fromHost(body: string, event: string): Promise<number> {
  const headers = { 'x-github-event': event, 'x-github-delivery': randomUUID(), 'x-hub-signature-256': `sha256=${hmac(body)}` }
  return (
    await fetch(`${baton.url}/api/repos/github/webhook`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
  ).status
}
async function fromBilling(body: string): Promise<number> {
  const time = Math.floor(baton.clock.now().getTime() / 1000)
  const headers = { 'stripe-signature': `t=${time},v1=${hmac(`${time}.${body}`)}`, 'content-type': 'application/json' }
  return (await fetch(`${baton.url}/api/billing/webhook`, { method: 'POST', headers, body })).status
}

const sha = 'a'.repeat(40)
const person = { name: 'x', email: 'x@example.com', username: 'x' }
const push = {
  ...{ ref: 'refs/heads/main', before: sha, after: 'b'.repeat(40), forced: true, deleted: false, created: false },
  ...{ repository: { id: 1, full_name: 'o/r' }, installation: { id: 1 } },
  commits: [{ id: sha, message: 'x', timestamp: '2026-11-19T10:00:00Z', author: person, added: ['x'], removed: [], modified: [] }],
}
const event = (id = randomUUID()) => ({
  ...{ id, type: 'customer.subscription.updated', created: 1_700_000_000 },
  data: {
    object: {
      id: 'sub_1',
      customer: 'cus_1',
      status: 'active',
      metadata: { organization: randomUUID(), plan: 'team' },
      items: { data: [{ price: { id: 'price_1' } }] },
    },
  },
})
const subscription = { id: 'sub_1', customer: 'cus_1', status: 'active', items: { data: [{ price: { id: 'price_1' } }] } }

test(`${howMany} signed webhooks of a code host are taken or refused, and none is a fault of the server (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  for (let sent = 0; sent < howMany; sent++) {
    const text = malformed(random, push).toWellFormed()
    expect(await fromHost(text, oneOf(random, ['push', 'pull_request', 'installation', 'x'])), text.slice(0, 1_000)).toBeLessThan(500)
  }
  expect(await fromHost(JSON.stringify(push), 'push')).toBe(202)
  expect(watched.ends).toEqual([])
})

test(`${howMany} signed events of billing, about which the provider says anything, are taken, refused, or to be sent again (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const statuses = new Set<number>()
  for (let sent = 0; sent < howMany; sent++) {
    provider.answer = () => (random() < 0.5 ? whole(JSON.stringify(subscription)) : hostileAnswer(random, subscription, provider.url, 100))
    const text = random() < 0.5 ? JSON.stringify(event()) : malformed(random, event()).toWellFormed()
    const status = await fromBilling(text)
    expect([200, 400, 503], text.slice(0, 1_000)).toContain(status)
    statuses.add(status)
  }
  expect(statuses).toEqual(new Set([200, 400, 503]))
  provider.answer = () => whole(JSON.stringify(subscription))
  expect(await fromBilling(JSON.stringify(event()))).toBe(200)
  expect(watched.ends).toEqual([])
})
