import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { deliveryById, type DeliveryRow } from './deliveries/deliveries.queries.ts'
import { isSilent, lockWebhook, webhookById, type WebhookRow } from './webhooks.queries.ts'

/** A webhook of the current organization. Only admins come here, and they see every project. */
export async function requireWebhook(ctx: Context, id: string, purpose: 'read' | 'write'): Promise<WebhookRow> {
  const found = await ctx.tx.row(purpose === 'write' ? lockWebhook : webhookById, [ctx.org, id])
  if (!found) throw notFound('webhook', id, 'List them with GET /api/webhooks.')
  return found
}

/** One that sends: enabled, and not in a sandbox, which nothing leaves. */
export async function requireSendingWebhook(ctx: Context, id: string): Promise<WebhookRow> {
  const webhook = await requireWebhook(ctx, id, 'write')
  if ((await ctx.tx.row(isSilent, [ctx.org]))?.silent) throw new Refusal('conflict', 'This is a sandbox: nothing is sent from here.')
  if (!webhook.enabled) throw new Refusal('conflict', 'This webhook is turned off. Turn it on first: PATCH with enabled: true.')
  return webhook
}

/** One the caller may see: what was sent of a member's own things is shown to them alone. */
export async function requireDelivery(ctx: Context, webhook: WebhookRow, id: string): Promise<DeliveryRow & { body: string }> {
  const found = await ctx.tx.row(deliveryById, [ctx.org, webhook.id, userOf(ctx), id])
  if (!found) throw notFound('delivery', id, `List them with GET /api/webhooks/${webhook.id}/deliveries.`)
  return found
}
