import { type Context, type PhaseContext, userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { checkAddress } from '../../../platform/webhook-sender.ts'
import { deliveryById, type DeliveryRow } from '../deliveries/deliveries.queries.ts'
import { namedWebhook, webhookDisabled } from './webhooks.events.ts'
import { type DisabledReason, disableWebhook, isSilent, lockWebhook, webhookById, type WebhookRow } from './webhooks.queries.ts'

/** A webhook of the current organization. Only admins come here, and they see every project. */
export async function requireWebhook(ctx: Context, id: string, purpose: 'read' | 'write'): Promise<WebhookRow> {
  const found = await ctx.tx.row(purpose === 'write' ? lockWebhook : webhookById, { org: ctx.org, id })
  if (!found) throw notFound('webhook', id, 'List them with {listWebhooks}.')
  return found
}

/** One that sends: enabled, and not in a sandbox, which nothing leaves. */
export async function requireSendingWebhook(ctx: Context, id: string): Promise<WebhookRow> {
  const webhook = await requireWebhook(ctx, id, 'write')
  if ((await ctx.tx.row(isSilent, { org: ctx.org }))?.silent) throw new Refusal('conflict', 'This is a sandbox: nothing is sent from here.')
  if (!webhook.enabled) throw new Refusal('conflict', 'This webhook is turned off. Turn it on first: PATCH with enabled: true.')
  return webhook
}

/** One the caller may see: what was sent of a member's own things is shown to them alone. */
export async function requireDelivery(ctx: Context, webhook: WebhookRow, id: string): Promise<DeliveryRow & { body: string }> {
  const found = await ctx.tx.row(deliveryById, { org: ctx.org, webhook: webhook.id, user: userOf(ctx), id })
  if (!found) throw notFound('delivery', id, `List them with {listWebhookDeliveries}.`)
  return found
}

/** Before the transaction, since a name is looked up: why an address could not be sent to. */
export const problemOf = (ctx: PhaseContext, url: string): Promise<string | null> =>
  checkAddress(url, ctx.services.config.PRIVATE_ADDRESSES === 'allow')

/** Refuses an address that could not be sent to; the same is asked again at every delivery, since names move. */
export function requireAddress(problem: string | null): void {
  if (problem) throw new Refusal('invalid', `url: ${problem}`, { errors: [{ field: 'url', message: problem }] })
}

/** Turns an endpoint off for a reason its owners are shown. What waits is sent when they turn it on again. */
export async function disable(ctx: Context, id: string, reason: DisabledReason): Promise<void> {
  const webhook = await ctx.tx.row(lockWebhook, { org: ctx.org, id })
  if (!webhook?.enabled) return
  await ctx.tx.rows(disableWebhook, { org: ctx.org, id, reason, now: ctx.clock.now() })
  ctx.emit(webhookDisabled, namedWebhook({ ...webhook, enabled: false, disabled_reason: reason }))
  ctx.target(id)
}
