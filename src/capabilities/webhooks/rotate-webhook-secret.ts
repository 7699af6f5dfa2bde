import { implement } from '../../kernel/operation.ts'
import { requireWebhook } from './require-webhook.ts'
import { newSigningSecret } from './signing-secret.ts'
import * as contracts from './webhooks.contract.ts'
import { namedWebhook, webhookSecretRotated } from './webhooks.events.ts'
import { rotateSecret } from './webhooks.queries.ts'

const day = 86_400_000

export const rotateWebhookSecret = implement(contracts.rotateWebhookSecret, async (ctx, input) => {
  const { id } = await requireWebhook(ctx, input.webhook, 'write')
  const { secret, sealed } = newSigningSecret(ctx, id)
  const now = ctx.clock.now()
  await ctx.tx.rows(rotateSecret, [ctx.org, id, sealed, new Date(now.getTime() + day), now])
  const webhook = await requireWebhook(ctx, id, 'read')
  ctx.emit(webhookSecretRotated, namedWebhook(webhook))
  ctx.target(id)
  return { ...webhook, secret }
})
