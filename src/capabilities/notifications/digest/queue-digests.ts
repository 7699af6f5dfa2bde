import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { firstId } from '../../paging.ts'
import { preferencesOf, takeDigest } from '../../preferences/preferences-of.ts'
import { digestDue } from './digest-hour.ts'
import { notificationKinds } from '../notification-kinds.contract.ts'
import * as contracts from '../notifications.contract.ts'
import { requestDigest, waitingForDigest, type WaitingRow } from '../notifications.queries.ts'

const batch = 500

/** What goes into a digest is marked in the transaction that asks for its mail: neither is there without the other. */
export const queueDigests = implement(contracts.queueDigests, async (ctx) => {
  let queued = 0
  for (let after: string | undefined = firstId; after;) {
    const waiting: WaitingRow[] = await ctx.tx.rows(waitingForDigest, [after, batch])
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
    const rows = await ctx.tx.rows(requestDigest, [user_id, digest_id, ctx.clock.now(), kinds])
    if (rows.length === 0) continue
    await ctx.enqueue('mailDigest', { user_id, digest_id }, { patient: true })
    queued++
  }
  return queued
}
