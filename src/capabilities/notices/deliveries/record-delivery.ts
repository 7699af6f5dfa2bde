import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { disable } from '../webhooks/require-webhook.ts'
import { failedAgain, workedAgain } from '../webhooks/webhooks.queries.ts'
import * as queries from './deliveries.queries.ts'
import * as contracts from './sending.contract.ts'

type Result = z.output<typeof contracts.recordDelivery.input>

const patience = 5 * 86_400_000
/** Statuses after which the whole endpoint is paused: it, or a proxy in front of it, is overloaded. */
const busy = new Set([429, 502, 504])

export const recordDelivery = implement(contracts.recordDelivery, async (ctx, result) => {
  const held = await ctx.tx.row(queries.lockClaimed, { org: ctx.org, delivery_id: result.delivery_id, claim_id: result.claim_id })
  // Another worker has taken it over, so that worker's result counts.
  if (!held) return { recorded: false }
  const { delivery_id, at, duration_ms, response_status: status, error, response } = result
  await ctx.tx.rows(queries.insertAttempt, {
    org: ctx.org,
    delivery_id,
    number: held.attempts + 1,
    at,
    duration_ms,
    status,
    error,
    response,
  })
  if (status !== null && status >= 200 && status < 300) {
    await finish(ctx, delivery_id, held, 'delivered')
    await ctx.tx.rows(workedAgain, { org: ctx.org, webhook_id: held.webhook_id })
  } else await fail(ctx, result, held)
  return { recorded: true }
})

async function fail(ctx: Context, { delivery_id, response_status, retry_after }: Result, held: queries.HeldRow): Promise<void> {
  const now = ctx.clock.now()
  const gone = response_status === 410
  const next = nextAttempt(ctx.services.config.WEBHOOK_RETRY_SECONDS, held.failures, now, retry_after)
  if (gone || !next) await finish(ctx, delivery_id, held, 'failed')
  else {
    await ctx.tx.rows(queries.postpone, { org: ctx.org, delivery_id, next_at: next })
    await ctx.tx.rows(queries.postponeLane, { org: ctx.org, webhook_id: held.webhook_id, lane: held.lane, after: held.seq, next_at: next })
  }
  const pause = response_status !== null && busy.has(response_status) ? new Date(now.getTime() + (retry_after ?? 5) * 1000) : null
  const failing = await ctx.tx.row(failedAgain, { org: ctx.org, webhook_id: held.webhook_id, now, pause_after: pause })
  if (gone) await disable(ctx, held.webhook_id, 'gone')
  else if (failing && now.getTime() - Date.parse(failing.failing_since) >= patience) await disable(ctx, held.webhook_id, 'failing')
}

async function finish(ctx: Context, id: string, held: queries.HeldRow, status: 'delivered' | 'failed'): Promise<void> {
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.finish, { org: ctx.org, id, status, now })
  await ctx.tx.rows(queries.bringForward, { org: ctx.org, webhook_id: held.webhook_id, lane: held.lane, after: held.seq, now })
}

/** Time of the next attempt after this many failures, with up to 20% jitter so that not all retry at once; null: no more attempts. */
function nextAttempt(delays: readonly number[], failures: number, now: Date, retryAfter: number | null): Date | null {
  const delay = delays[failures]
  if (delay === undefined) return null
  const jittered = delay * (1 + Math.random() / 5)
  return new Date(now.getTime() + Math.max(jittered, retryAfter ?? 0) * 1000)
}
