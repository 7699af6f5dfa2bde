import { implement } from '../../kernel/operation.ts'
import { requireWebhook } from './require-webhook.ts'
import * as contracts from './webhooks.contract.ts'

export const getWebhook = implement(contracts.getWebhook, (ctx, { webhook }) => requireWebhook(ctx, webhook, 'read'))
