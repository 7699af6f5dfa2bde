import { type Context, type PhaseContext, userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { checkAddress } from '../../../platform/webhook-sender.ts'
import { deliveryById, type DeliveryRow } from '../deliveries/deliveries.queries.ts'
import { namedWebhook, webhookDisabled } from './webhooks.events.ts'
import { type DisabledReason, disableWebhook, isSilent, lockWebhook, webhookById, type WebhookRow } from './webhooks.queries.ts'

/** A webhook of the current organization. Only admins get here, and they can see every project. */
export async function requireWebhook(ctx: Context, id: string, purpose: 'read' | 'write'): Promise<WebhookRow> {
  const found = await ctx.tx.row(purpose === 'write' ? lockWebhook : webhookById, { org: ctx.org, id })
  if (!found) throw notFound('webhook', id, 'List them with {listWebhooks}.')
  return found
}

/** A webhook that can send: enabled, and not in a sandbox, from which nothing is sent. */
export async function requireSendingWebhook(ctx: Context, id: string): Promise<WebhookRow> {
  const webhook = await requireWebhook(ctx, id, 'write')
  if ((await ctx.tx.row(isSilent, { org: ctx.org }))?.silent) throw new Refusal('conflict', 'This is a sandbox: nothing is sent from here.')
  if (!webhook.enabled) throw new Refusal('conflict', 'This webhook is turned off. Turn it on first: PATCH with enabled: true.')
  return webhook
}

/** A delivery the caller may see: deliveries about a member's own things are shown only to that member. */
export async function requireDelivery(ctx: Context, webhook: WebhookRow, id: string): Promise<DeliveryRow & { body: string }> {
  const found = await ctx.tx.row(deliveryById, { org: ctx.org, webhook: webhook.id, user: userOf(ctx), id })
  if (!found) throw notFound('delivery', id, `List them with {listWebhookDeliveries}.`)
  return found
}

/** Why an address can't be used, or null. Call it before the transaction, since it does a DNS lookup. */
export const problemOf = (ctx: PhaseContext, url: string): Promise<string | null> =>
  checkAddress(url, ctx.services.config.PRIVATE_ADDRESSES === 'allow')

/** Refuses an address that can't be used; checked again at every delivery, since DNS entries change. */
export function requireAddress(problem: string | null): void {
  if (problem) throw new Refusal('invalid', `url: ${problem}`, { errors: [{ field: 'url', message: problem }] })
}

/** Disables an endpoint for a reason that its owners are shown. Pending deliveries are sent once they enable it again. */
export async function disable(ctx: Context, id: string, reason: DisabledReason): Promise<void> {
  const webhook = await ctx.tx.row(lockWebhook, { org: ctx.org, id })
  if (!webhook?.enabled) return
  await ctx.tx.rows(disableWebhook, { org: ctx.org, id, reason, now: ctx.clock.now() })
  ctx.emit(webhookDisabled, namedWebhook({ ...webhook, enabled: false, disabled_reason: reason }))
  ctx.target(id)
}
