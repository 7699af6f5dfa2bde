import { implement } from '../../../kernel/operation.ts'
import * as contracts from './deliveries.contract.ts'
import { replay } from './deliveries.queries.ts'
import { requireDelivery, requireSendingWebhook } from '../require-webhook.ts'
import { namedWebhook, webhookReplayed } from '../webhooks.events.ts'

export const replayWebhookDelivery = implement(contracts.replayWebhookDelivery, async (ctx, input) => {
  const webhook = await requireSendingWebhook(ctx, input.webhook)
  const { id } = await requireDelivery(ctx, webhook, input.delivery)
  await ctx.tx.rows(replay, [ctx.org, id, ctx.clock.now()])
  ctx.emit(webhookReplayed, { ...namedWebhook(webhook), deliveries: 1 })
  ctx.target(webhook.id)
  const { body, ...delivery } = await requireDelivery(ctx, webhook, id)
  return delivery
})
