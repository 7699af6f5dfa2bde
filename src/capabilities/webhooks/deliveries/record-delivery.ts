import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import * as queries from './deliveries.queries.ts'
import { disable } from '../disable.ts'
import { nextAttempt } from './next-attempt.ts'
import * as contracts from './sending.contract.ts'
import { failedAgain, workedAgain } from '../webhooks.queries.ts'

type Result = z.output<typeof contracts.recordDelivery.input>

const patience = 5 * 86_400_000
/** The whole endpoint asks for a pause: it is too busy, or what stands before it is. */
const busy = new Set([429, 502, 504])

export const recordDelivery = implement(contracts.recordDelivery, async (ctx, result) => {
  const held = await ctx.tx.row(queries.lockClaimed, [ctx.org, result.delivery_id, result.claim_id])
  // Another worker has taken it over: it is theirs to say how it went.
  if (!held) return { recorded: false }
  const { delivery_id, at, duration_ms, response_status: status, error, response } = result
  await ctx.tx.rows(queries.insertAttempt, [ctx.org, delivery_id, held.attempts + 1, at, duration_ms, status, error, response])
  if (status !== null && status >= 200 && status < 300) {
    await finish(ctx, delivery_id, held, 'delivered')
    await ctx.tx.rows(workedAgain, [ctx.org, held.webhook_id])
  } else await fail(ctx, result, held)
  return { recorded: true }
})

async function fail(ctx: Context, { delivery_id, response_status, retry_after }: Result, held: queries.HeldRow): Promise<void> {
  const now = ctx.clock.now()
  const gone = response_status === 410
  const next = nextAttempt(ctx.services.config.WEBHOOK_RETRY_SECONDS, held.failures, now, retry_after)
  if (gone || !next) await finish(ctx, delivery_id, held, 'failed')
  else {
    await ctx.tx.rows(queries.postpone, [ctx.org, delivery_id, next])
    await ctx.tx.rows(queries.postponeLane, [ctx.org, held.webhook_id, held.lane, held.seq, next])
  }
  const pause = response_status !== null && busy.has(response_status) ? new Date(now.getTime() + (retry_after ?? 5) * 1000) : null
  const failing = await ctx.tx.row(failedAgain, [ctx.org, held.webhook_id, now, pause])
  if (gone) await disable(ctx, held.webhook_id, 'gone')
  else if (failing && now.getTime() - Date.parse(failing.failing_since) >= patience) await disable(ctx, held.webhook_id, 'failing')
}

async function finish(ctx: Context, id: string, held: queries.HeldRow, status: 'delivered' | 'failed'): Promise<void> {
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.finish, [ctx.org, id, status, now])
  await ctx.tx.rows(queries.bringForward, [ctx.org, held.webhook_id, held.lane, held.seq, now])
}
