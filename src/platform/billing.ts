import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { boundedFetch, jsonOf } from './bounded-fetch.ts'

const tolerance = 300

/** Whether the provider signed these bytes within the last five minutes: `t=<seconds>,v1=<hex>`, Stripe's header format. */
export function isSignedEvent(body: Buffer, header: string | undefined, secret: string, now: Date): boolean {
  const parts = (header ?? '').split(',').map((part) => part.split('=', 2) as [string, string?])
  const time = parts.find(([name]) => name === 't')?.[1]
  if (!time || !/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > tolerance) return false
  const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return parts.some(([name, value]) => {
    const given = name === 'v1' ? Buffer.from(value ?? '', 'hex') : Buffer.alloc(0)
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

const Subscription = z.object({
  id: z.string().max(255),
  customer: z.string().max(255).nullish(),
  status: z.string().max(40),
  current_period_end: z.int().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  items: z
    .object({ data: z.array(z.object({ price: z.object({ id: z.string().max(255) }), current_period_end: z.int().nullish() })) })
    .nullish(),
})
const Checkout = z.object({
  client_reference_id: z.string().max(255).nullish(),
  subscription: z.string().max(255).nullish(),
  customer: z.string().max(255).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(100),
  created: z.int().min(0),
  data: z.object({ object: z.unknown() }),
})

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idIn = (text: string | null | undefined): string | null => (text && id.test(text) ? text : null)
const planIn = (metadata: Record<string, string> | null | undefined): string | null =>
  metadata?.['plan'] && /^[a-z][a-z0-9_-]{0,39}$/.test(metadata['plan']) ? metadata['plan'] : null

/** The state of a subscription in our own terms. */
interface SubscriptionState {
  organization: string | null
  subscription: string | null
  customer: string | null
  price: string | null
  plan: string | null
  status: string | null
  ends_at: number | null
}

interface BillingEvent extends SubscriptionState {
  event: string
  type: string
  said_at: number
}

function stateOf(subscription: z.output<typeof Subscription>): SubscriptionState {
  const item = subscription.items?.data[0]
  return {
    organization: idIn(subscription.metadata?.['organization']),
    subscription: subscription.id,
    customer: subscription.customer ?? null,
    price: item?.price.id ?? null,
    plan: planIn(subscription.metadata),
    status: subscription.status,
    ends_at: subscription.current_period_end ?? item?.current_period_end ?? null,
  }
}

const nothing: SubscriptionState = {
  organization: null,
  subscription: null,
  customer: null,
  price: null,
  plan: null,
  status: null,
  ends_at: null,
}

/** Parses an event of the provider; null if it isn't one. For event types that don't concern a subscription, only the head is kept. */
export function readEvent(text: string): BillingEvent | null {
  const parsed = Event.safeParse(parse(text))
  if (!parsed.success) return null
  const { id: event, type, created: said_at, data } = parsed.data
  const head = { event, type, said_at }
  if (type === 'checkout.session.completed') {
    const checkout = Checkout.safeParse(data.object)
    if (!checkout.success) return null
    const { client_reference_id, subscription, customer, metadata } = checkout.data
    const organization = idIn(client_reference_id) ?? idIn(metadata?.['organization'])
    return {
      ...nothing,
      ...head,
      organization,
      subscription: subscription ?? null,
      customer: customer ?? null,
      plan: planIn(metadata),
      status: 'active',
    }
  }
  if (!type.startsWith('customer.subscription.')) return { ...nothing, ...head }
  const subscription = Subscription.safeParse(data.object)
  return subscription.success ? { ...head, ...stateOf(subscription.data) } : null
}

/** The provider could not be asked, or answered something that is no subscription. Nothing of its answer is repeated. */
export class BillingFailure extends Error {}

const fetchBilling = boundedFetch(1024 ** 2)

/** Reads a subscription from the provider; rejects with a BillingFailure. */
export async function readSubscription({ api, key }: { api: string; key: string }, name: string): Promise<SubscriptionState> {
  const answer = await fetchBilling(`${api}/v1/subscriptions/${encodeURIComponent(name)}`, {
    headers: { authorization: `Bearer ${key}` },
    redirect: 'error',
    signal: AbortSignal.timeout(8_000),
  }).catch(() => {
    throw new BillingFailure('the billing provider cannot be reached')
  })
  if (!answer.ok) throw new BillingFailure(`the billing provider answered ${answer.status}`)
  const subscription = Subscription.safeParse(await jsonOf(answer))
  if (!subscription.success) throw new BillingFailure('the billing provider answered something that is no subscription')
  return stateOf(subscription.data)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
