import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

const secret = 'whsec_of_the_stand_in'

/** Our stand-in for Stripe: signs events as Stripe does, and returns the current state of a subscription when asked. */
class StripeStandIn {
  readonly subscriptions = new Map<string, object>()
  readonly #server: Server = createServer((request, response) => {
    const name = request.url?.split('/').pop() ?? ''
    const found = request.headers.authorization === 'Bearer sk_test' ? this.subscriptions.get(name) : undefined
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}))
  })

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`
  }

  close(): void {
    this.#server.close()
  }

  subscription(id: string, organization: string, price: string, status = 'active') {
    const made = { id, customer: 'cus_1', status, metadata: { organization }, items: { data: [{ price: { id: price } }] } }
    this.subscriptions.set(id, made)
    return made
  }
}

const deliver = (url: string, event: object, at = Date.now(), key = secret) => {
  const body = JSON.stringify(event)
  const time = Math.floor(at / 1000)
  const signature = `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`
  return fetch(`${url}/api/billing/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  })
}
const event = (id: string, type: string, object: object, created = Math.floor(Date.now() / 1000)) => ({
  id,
  type,
  created,
  data: { object },
})

let baton: Baton
let admin: Person
let acme: Person
const stripe = new StripeStandIn()

beforeAll(async () => {
  baton = await startBaton({
    BILLING_KEY: 'pk_test',
    BILLING_WEBHOOK_SECRET: secret,
    BILLING_SECRET_KEY: 'sk_test',
    BILLING_API_URL: await stripe.start(),
  })
  admin = await baton.administrator()
  await admin.api.seedSettings({})
  await admin.api.updatePlan({ plan: 'free', limits: { members: 2, projects: 1 } })
  await admin.api.updatePlan({ plan: 'team', provider_price: 'price_team' })
  acme = await (await baton.person('ann')).createOrganization('acme')
})
afterAll(async () => {
  await baton.close()
  stripe.close()
})

const plan = async () => (await acme.api.getPlan({})).plan?.id

test('a limit refuses what is new with what to do, and takes nothing away', async () => {
  await acme.api.createProject({ name: 'One' })
  const second = await acme.call('POST', '/api/projects', { name: 'Two' })
  expect(second.body).toMatchObject({ code: 'conflict', reason: 'plan_limit', limit: 'projects', max: 1 })
  expect(second.body.detail ?? second.body.message).toContain('Archive one')
  for (const name of ['bob', 'cat']) await baton.person(name)
  await acme.do('POST', '/api/organization/members', { user: 'bob' })
  expect((await acme.call('POST', '/api/organization/members', { user: 'cat' })).body.reason).toBe('plan_limit')
  // Agents never count as seats.
  await acme.mcpToken()
  expect(await acme.api.getPlan({})).toMatchObject({
    billing: true,
    billing_key: 'pk_test',
    plan: { id: 'free' },
    usage: { members: 2, projects: 1 },
  })
  await admin.api.updatePlan({ plan: 'free', limits: { projects: 0 } })
  expect((await acme.api.listProjects({})).items).toHaveLength(1)
})

test('a signed event of the stand-in counts once; the subscription is read again and its word counts', async () => {
  const of = stripe.subscription('sub_1', acme.organization ?? '', 'price_team')
  const created = event('evt_1', 'customer.subscription.created', { ...of, status: 'incomplete' })
  expect(await (await deliver(baton.url, created)).json()).toEqual({ repeated: false, changed: true })
  expect(await plan()).toBe('team')
  expect(await (await deliver(baton.url, created)).json()).toEqual({ repeated: true, changed: false })
  await acme.api.createProject({ name: 'Two' })
  stripe.subscription('sub_1', acme.organization ?? '', 'price_team', 'canceled')
  await deliver(baton.url, event('evt_2', 'customer.subscription.updated', { ...of, status: 'active' }))
  expect(await plan()).toBe('free')
  const [log] = await baton.look<{ data: object }>("select data from events where type = 'subscription.updated' order by seq desc limit 1")
  expect(log?.data).toMatchObject({ plan: 'team', status: 'canceled', source: 'provider' })
})

test('a wrong, old or missing signature is refused', async () => {
  const one = event('evt_9', 'customer.subscription.created', stripe.subscription('sub_9', acme.organization ?? '', 'price_team'))
  expect((await deliver(baton.url, one, Date.now(), 'another secret')).status).toBe(401)
  expect((await deliver(baton.url, one, Date.now() - 600_000)).status).toBe(401)
  expect((await send(baton.url, 'POST', '/api/billing/webhook', one)).status).toBe(401)
  expect((await deliver(baton.url, { hello: 'world' })).status).toBe(400)
})

test('what an administrator gave is not taken away by the provider, and ends at its time', async () => {
  const until = new Date(baton.clock.now().getTime() + 86_400_000).toISOString()
  await admin.api.updateSubscription({ id: acme.user.id, organization: 'acme', plan: 'business', until })
  expect(await plan()).toBe('business')
  await deliver(
    baton.url,
    event('evt_3', 'customer.subscription.updated', stripe.subscription('sub_1', acme.organization ?? '', 'price_team')),
  )
  expect(await plan()).toBe('business')
  await baton.look("update subscriptions set ends_at = now() - interval '1 minute' where org_id = $1", [acme.organization])
  expect(await plan()).toBe('free')
  await admin.api.updateSubscription({ id: acme.user.id, organization: 'acme', plan: null })
  expect((await admin.call('POST', `/api/admin/users/${admin.user.id}/subscription`, { plan: 'team', organization: 'acme' })).status).toBe(
    409,
  )
})

test('without a secret key the signed event is believed, but none that is older than what is known', async () => {
  const plain = await startBaton({ BILLING_KEY: 'pk_test', BILLING_WEBHOOK_SECRET: secret })
  try {
    const root = await plain.administrator()
    await root.api.seedSettings({})
    const ann = await plain.person('ann')
    const org = ann.user.personal_organization_id
    const now = Math.floor(Date.now() / 1000)
    const checkout = { client_reference_id: org, subscription: 'sub_5', customer: 'cus_5', metadata: { plan: 'team' } }
    await deliver(plain.url, event('evt_a', 'checkout.session.completed', checkout, now))
    expect((await ann.api.getPlan({})).plan?.id).toBe('team')
    const gone = { id: 'sub_5', customer: 'cus_5', status: 'canceled', metadata: { plan: 'team' }, current_period_end: now - 10 }
    await deliver(plain.url, event('evt_b', 'customer.subscription.deleted', gone, now - 60))
    expect((await ann.api.getPlan({})).plan?.id).toBe('team')
    await deliver(plain.url, event('evt_c', 'customer.subscription.deleted', gone, now + 1))
    expect((await ann.api.getPlan({})).plan?.id).toBe('free')
  } finally {
    await plain.close()
  }
})

test('without BILLING_KEY everything is free and there is no plan', async () => {
  const free = await startBaton()
  try {
    const ann = await free.person('ann')
    expect(await ann.api.getPlan({})).toMatchObject({ billing: false, plan: null, plans: [] })
    for (const name of ['a', 'b', 'c']) await ann.api.createProject({ name })
  } finally {
    await free.close()
  }
})
