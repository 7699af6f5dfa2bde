import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import * as contracts from '../deliveries/deliveries.contract.ts'
import { insertDeliveries } from '../deliveries/deliveries.queries.ts'
import { testBody } from '../deliveries/message-body.ts'
import { requireDelivery, requireSendingWebhook } from './require-webhook.ts'
import { namedWebhook, webhookTested } from './webhooks.events.ts'

export const testWebhook = implement(contracts.testWebhook, async (ctx, input) => {
  const webhook = await requireSendingWebhook(ctx, input.webhook)
  const id = newId()
  const now = ctx.clock.now()
  const row = { id, webhook_id: webhook.id, seq: 0, type: 'webhook.test', lane: id, body: testBody(ctx.org, now, webhook.id) }
  await ctx.tx.rows(insertDeliveries, { org: ctx.org, rows: JSON.stringify([row]), now })
  ctx.emit(webhookTested, namedWebhook(webhook))
  ctx.target(webhook.id)
  const { body, ...delivery } = await requireDelivery(ctx, webhook, id)
  return delivery
})
