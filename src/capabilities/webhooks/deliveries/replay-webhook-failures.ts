import { implement } from '../../../kernel/operation.ts'
import * as contracts from './deliveries.contract.ts'
import { replayFailed } from './deliveries.queries.ts'
import { requireSendingWebhook } from '../require-webhook.ts'
import { namedWebhook, webhookReplayed } from '../webhooks.events.ts'

export const replayWebhookFailures = implement(contracts.replayWebhookFailures, async (ctx, input) => {
  const webhook = await requireSendingWebhook(ctx, input.webhook)
  const row = await ctx.tx.row(replayFailed, [ctx.org, webhook.id, ctx.clock.now(), new Date(input.since)])
  const replayed = row?.replayed ?? 0
  ctx.emit(webhookReplayed, { ...namedWebhook(webhook), deliveries: replayed })
  ctx.target(webhook.id)
  return { webhook_id: webhook.id, replayed }
})
