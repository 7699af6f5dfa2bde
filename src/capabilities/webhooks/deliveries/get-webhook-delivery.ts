import { implement } from '../../../kernel/operation.ts'
import * as contracts from './deliveries.contract.ts'
import { attemptsOf } from './deliveries.queries.ts'
import { requireDelivery, requireWebhook } from '../require-webhook.ts'

export const getWebhookDelivery = implement(contracts.getWebhookDelivery, async (ctx, input) => {
  const delivery = await requireDelivery(ctx, await requireWebhook(ctx, input.webhook, 'read'), input.delivery)
  return { ...delivery, log: await ctx.tx.rows(attemptsOf, [ctx.org, delivery.id]) }
})
