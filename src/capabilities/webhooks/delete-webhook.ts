import { implement } from '../../kernel/operation.ts'
import { requireWebhook } from './require-webhook.ts'
import * as contracts from './webhooks.contract.ts'
import { namedWebhook, webhookDeleted } from './webhooks.events.ts'
import { deleteWebhook as remove } from './webhooks.queries.ts'

export const deleteWebhook = implement(contracts.deleteWebhook, async (ctx, input) => {
  const webhook = await requireWebhook(ctx, input.webhook, 'write')
  const now = ctx.clock.now()
  await ctx.tx.rows(remove, [ctx.org, webhook.id, now])
  ctx.emit(webhookDeleted, namedWebhook(webhook))
  ctx.target(webhook.id)
  return { ...webhook, previous_until: null, version: webhook.version + 1, deleted_at: now.toISOString() }
})
