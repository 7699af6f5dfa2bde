import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireProject } from '../../projects/require-project.ts'
import { requireEvents } from './require-events.ts'
import { problemOf, requireAddress, requireWebhook } from './require-webhook.ts'
import * as contracts from './webhooks.contract.ts'
import { namedWebhook, webhookUpdated } from './webhooks.events.ts'
import * as queries from './webhooks.queries.ts'

export const updateWebhook = implement(contracts.updateWebhook, {
  prepare: async (ctx, { url }) => (url === undefined ? null : problemOf(ctx, url)),
  async handle(ctx, input, problem) {
    if (input.events) requireEvents(input.events)
    const before = await requireWebhook(ctx, input.webhook, 'write')
    if (input.version !== undefined && input.version !== before.version) {
      throw new Refusal('stale_version', 'Someone changed this webhook in the meantime. Read it again and retry.')
    }
    const { url = before.url, description = before.description, events = before.events, enabled = before.enabled } = input
    if (url !== before.url) {
      // It receives what its creator can see, their own things included, so nobody else may change the destination.
      if (before.created_by !== userOf(ctx))
        throw new Refusal('forbidden', 'Only the creator of this webhook can change its url. Create your own.')
      requireAddress(problem)
    }
    const named = typeof input.project === 'string' ? (await requireProject(ctx, input.project, 'read')).id : input.project
    const project = named === undefined ? before.project_id : named
    const now = ctx.clock.now()
    await ctx.tx.rows(queries.updateWebhook, { org: ctx.org, id: before.id, url, description, events: [...new Set(events)], project, now })
    if (enabled && !before.enabled) {
      const creator = await ctx.tx.row(queries.creatorPresent, { org: ctx.org, id: before.id })
      if (!creator?.present)
        throw new Refusal('conflict', 'The creator of this webhook has left or can no longer manage webhooks. Create your own instead.')
      await ctx.tx.rows(queries.enableWebhook, { org: ctx.org, id: before.id })
    }
    if (!enabled && before.enabled) await ctx.tx.rows(queries.disableByHand, { org: ctx.org, id: before.id, now })
    const after = await requireWebhook(ctx, before.id, 'read')
    ctx.emit(webhookUpdated, namedWebhook(after))
    ctx.target(before.id)
    return after
  },
})
