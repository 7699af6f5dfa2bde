import type { Context } from '../../kernel/context.ts'
import { namedWebhook, webhookDisabled } from './webhooks.events.ts'
import { disableWebhook, lockWebhook, type DisabledReason } from './webhooks.queries.ts'

/** Turns an endpoint off for a reason its owners are shown. What waits is sent when they turn it on again. */
export async function disable(ctx: Context, id: string, reason: DisabledReason): Promise<void> {
  const webhook = await ctx.tx.row(lockWebhook, [ctx.org, id])
  if (!webhook?.enabled) return
  await ctx.tx.rows(disableWebhook, [ctx.org, id, reason, ctx.clock.now()])
  ctx.emit(webhookDisabled, namedWebhook({ ...webhook, enabled: false, disabled_reason: reason }))
  ctx.target(id)
}
