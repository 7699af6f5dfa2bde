import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireDelivery, requireSendingWebhook, requireWebhook } from '../webhooks/require-webhook.ts'
import { namedWebhook, webhookReplayed } from '../webhooks/webhooks.events.ts'
import * as contracts from './deliveries.contract.ts'
import { attemptsOf, deliveries, replay, replayFailed } from './deliveries.queries.ts'

export const listWebhookDeliveries = implement(contracts.listWebhookDeliveries, async (ctx, { webhook, status, limit, cursor }) => {
  const { id } = await requireWebhook(ctx, webhook, 'read')
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(
    await ctx.tx.rows(deliveries, { org: ctx.org, webhook: id, user: userOf(ctx), before, status: status ?? null, limit: limit + 1 }),
    limit,
    (row) => [row.id],
  )
})

export const getWebhookDelivery = implement(contracts.getWebhookDelivery, async (ctx, input) => {
  const delivery = await requireDelivery(ctx, await requireWebhook(ctx, input.webhook, 'read'), input.delivery)
  return { ...delivery, log: await ctx.tx.rows(attemptsOf, { org: ctx.org, delivery: delivery.id }) }
})

export const replayWebhookDelivery = implement(contracts.replayWebhookDelivery, async (ctx, input) => {
  const webhook = await requireSendingWebhook(ctx, input.webhook)
  const { id } = await requireDelivery(ctx, webhook, input.delivery)
  await ctx.tx.rows(replay, { org: ctx.org, id, now: ctx.clock.now() })
  ctx.emit(webhookReplayed, { ...namedWebhook(webhook), deliveries: 1 })
  ctx.target(webhook.id)
  const { body, ...delivery } = await requireDelivery(ctx, webhook, id)
  return delivery
})

export const replayWebhookFailures = implement(contracts.replayWebhookFailures, async (ctx, input) => {
  const webhook = await requireSendingWebhook(ctx, input.webhook)
  const row = await ctx.tx.row(replayFailed, { org: ctx.org, webhook: webhook.id, now: ctx.clock.now(), since: new Date(input.since) })
  const replayed = row?.replayed ?? 0
  ctx.emit(webhookReplayed, { ...namedWebhook(webhook), deliveries: replayed })
  ctx.target(webhook.id)
  return { webhook_id: webhook.id, replayed }
})
