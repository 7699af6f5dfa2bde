import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { firstId } from '../../paging.ts'
import { notificationKinds } from '../notifications/notification-kinds.contract.ts'
import * as contracts from '../notifications/notifications.contract.ts'
import { requestDigest, waitingForDigest, type WaitingRow } from '../notifications/notifications.queries.ts'
import { preferencesOf, takeDigest } from '../preferences/resolve-preferences.ts'

const day = 86_400_000
// Less than a day, since a day may have 23 hours; a changed hour or time zone never makes it two a day.
const between = 20 * 3_600_000

const batch = 500

/** What goes into a digest is marked in the transaction that asks for its mail: neither is there without the other. */
export const queueDigests = implement(contracts.queueDigests, async (ctx) => {
  let queued = 0
  for (let after: string | undefined = firstId; after;) {
    const waiting: WaitingRow[] = await ctx.tx.rows(waitingForDigest, { after, limit: batch })
    queued += await queueFor(ctx, waiting)
    after = waiting.length === batch ? waiting.at(-1)?.user_id : undefined
  }
  return { queued }
})

async function queueFor(ctx: Context, waiting: readonly WaitingRow[]): Promise<number> {
  const wants = await preferencesOf(
    ctx,
    waiting.map(({ user_id }) => user_id),
  )
  let queued = 0
  for (const { user_id, oldest, timezone } of waiting) {
    const { digest, notifications } = wants(user_id)
    const due = digestDue(ctx.clock.now(), new Date(oldest), digest.hour, digest.timezone || timezone || 'UTC')
    if (!due || !(await takeDigest(ctx, user_id, due))) continue
    const kinds = notificationKinds.filter((kind) => notifications[kind].mail === 'digest')
    const digest_id = newId()
    const rows = await ctx.tx.rows(requestDigest, { user_id, digest_id, now: ctx.clock.now(), kinds })
    if (rows.length === 0) continue
    await ctx.enqueue('mailDigest', { user_id, digest_id }, { patient: true })
    queued++
  }
  return queued
}

/** When a clock in this time zone last struck this hour. */
export function lastStruck(now: Date, hour: number, timezone: string): Date {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(now).split(':').map(Number)
  const since = ((hours - hour) * 3600 + minutes * 60 + seconds) * 1000
  const whole = Math.floor(now.getTime() / 1000) * 1000
  return new Date(whole - (since < 0 ? since + day : since))
}

/** A digest goes out for what was waiting when the hour struck; answers until when an earlier one stands for today's. */
export function digestDue(now: Date, oldest: Date, hour: number, timezone: string): Date | null {
  const struck = lastStruck(now, hour, timezone)
  if (oldest > struck) return null
  return new Date(Math.min(struck.getTime(), now.getTime() - between))
}
