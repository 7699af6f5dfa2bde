import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../../paging.ts'
import { requireWebhook } from './require-webhook.ts'
import { newSigningSecret } from './signing-secret.ts'
import * as contracts from './webhooks.contract.ts'
import { namedWebhook, webhookDeleted, webhookSecretRotated } from './webhooks.events.ts'
import { deleteWebhook as remove, rotateSecret, webhooks } from './webhooks.queries.ts'

export const listWebhooks = implement(contracts.listWebhooks, async (ctx, { limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(webhooks, { org: ctx.org, after, limit: limit + 1 }), limit, (row) => [row.id])
})

export const getWebhook = implement(contracts.getWebhook, (ctx, { webhook }) => requireWebhook(ctx, webhook, 'read'))

export const deleteWebhook = implement(contracts.deleteWebhook, async (ctx, input) => {
  const webhook = await requireWebhook(ctx, input.webhook, 'write')
  const now = ctx.clock.now()
  await ctx.tx.rows(remove, { org: ctx.org, id: webhook.id, now })
  ctx.emit(webhookDeleted, namedWebhook(webhook))
  ctx.target(webhook.id)
  return { ...webhook, previous_until: null, version: webhook.version + 1, deleted_at: now.toISOString() }
})

const day = 86_400_000

export const rotateWebhookSecret = implement(contracts.rotateWebhookSecret, async (ctx, input) => {
  const { id } = await requireWebhook(ctx, input.webhook, 'write')
  const { secret, sealed } = newSigningSecret(ctx, id)
  const now = ctx.clock.now()
  await ctx.tx.rows(rotateSecret, { org: ctx.org, id, sealed, previous_until: new Date(now.getTime() + day), now })
  const webhook = await requireWebhook(ctx, id, 'read')
  ctx.emit(webhookSecretRotated, namedWebhook(webhook))
  ctx.target(id)
  return { ...webhook, secret }
})
