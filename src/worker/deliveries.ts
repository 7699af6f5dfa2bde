import { organizationsDue } from '../capabilities/notices/deliveries/organizations-due.ts'
import type { Operations, OutputOf } from '../capabilities/operations.ts'
import { system } from '../kernel/context.ts'
import { execute, type Kernel } from '../kernel/execute.ts'
import { webhookAttempts } from '../platform/vitals.ts'
import type { Attempt, WebhookSender } from '../platform/webhook-sender.ts'

type Claimed = OutputOf<'claimDeliveries'>['items'][number]

/** Interval for retries; for new deliveries, `look` is called. */
const lookEvery = 5_000
/** Across all endpoints; each has a limit of its own, so one that hangs takes few of these. */
const maxAtOnce = 200

export interface Deliveries {
  /** Call when there may be something new to send. */
  look(): void
  close(): Promise<void>
}

/**
 * Sends what is due: claims in one transaction, sends outside any, records in another. If a worker dies in between, its claims expire, and
 * another worker sends those deliveries again.
 */
export function deliverWebhooks(kernel: Kernel, operations: Operations, sender: WebhookSender): Deliveries {
  const sending = new Set<Promise<void>>()
  const claiming = new Map<string, { again: boolean }>()
  let closed = false

  const deliver = async (org: string, { delivery_id, claim_id, url, headers, body, claimed_until }: Claimed): Promise<void> => {
    const at = kernel.clock.now()
    const lasts = kernel.services.config.WEBHOOK_TIMEOUT_SECONDS * 1000
    // Too late to finish before another worker may start.
    if (at.getTime() + lasts > Date.parse(claimed_until)) return
    const began = performance.now()
    const attempt = await sender.send(url, headers, body)
    webhookAttempts(resultOf(attempt))
    const duration_ms = Math.round(performance.now() - began)
    const input = { delivery_id, claim_id, at: at.toISOString(), duration_ms, ...attempt }
    await execute(kernel, operations.get('recordDelivery'), system(org), input, { door: 'worker' })
  }
  const claim = async (org: string): Promise<void> => {
    const max = maxAtOnce - sending.size
    if (closed || max <= 0) return
    const { items } = await execute(kernel, operations.get('claimDeliveries'), system(org), { max }, { door: 'worker' })
    for (const item of items) {
      // execute() has reported the failure; the claim expires by itself.
      const work = deliver(org, item).catch(() => {})
      sending.add(work)
      void work.finally(() => {
        sending.delete(work)
        wake(org)
      })
    }
  }
  const wake = (org: string): void => {
    const current = claiming.get(org)
    if (closed) return
    if (current) {
      current.again = true
      return
    }
    const state = { again: false }
    claiming.set(org, state)
    const done = claim(org)
      .catch(() => {})
      .finally(() => {
        sending.delete(done)
        claiming.delete(org)
        if (state.again) wake(org)
      })
    sending.add(done)
  }
  const look = async (): Promise<void> => {
    for (const org of await organizationsDue(kernel.database, kernel.clock.now())) wake(org)
  }

  let looking: Promise<void> | null = null
  let again = false
  const lookSoon = (): void => {
    if (closed) return
    if (looking) return void (again = true)
    again = false
    looking = look()
      .catch((error: unknown) => kernel.report(error, 'deliverWebhooks'))
      .finally(() => {
        looking = null
        if (again) lookSoon()
      })
  }
  const timer = setInterval(lookSoon, lookEvery)
  return {
    look: lookSoon,
    async close() {
      closed = true
      clearInterval(timer)
      await looking
      while (sending.size > 0) await Promise.all(sending)
    },
  }
}

const resultOf = ({ response_status: status }: Attempt) =>
  status === null ? 'unanswered' : status >= 200 && status < 300 ? 'delivered' : 'refused'
