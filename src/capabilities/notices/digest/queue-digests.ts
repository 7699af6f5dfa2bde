import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { firstId } from '../../paging.ts'
import { notificationKinds } from '../notifications/notification-kinds.contract.ts'
import * as contracts from '../notifications/notifications.contract.ts'
import { requestDigest, waitingForDigest, type WaitingRow } from '../notifications/notifications.queries.ts'
import { preferencesOf, takeDigest } from '../preferences/resolve-preferences.ts'

const day = 86_400_000
// Less than a day, since a day may have 23 hours; changing the hour or time zone never results in two digests a day.
const between = 20 * 3_600_000

const batch = 500

/** The notifications of a digest are marked in the transaction that enqueues its mail, so neither exists without the other. */
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

/** The last time that it was this hour in the given time zone. */
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

/** A digest is due if something was waiting at its hour. Returns the time after which an earlier digest counts as today's. */
export function digestDue(now: Date, oldest: Date, hour: number, timezone: string): Date | null {
  const struck = lastStruck(now, hour, timezone)
  if (oldest > struck) return null
  return new Date(Math.min(struck.getTime(), now.getTime() - between))
}
