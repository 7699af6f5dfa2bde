import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { requireProject } from '../../projects/require-project.ts'
import { requireEvents } from './require-events.ts'
import { problemOf, requireAddress, requireWebhook } from './require-webhook.ts'
import { newSigningSecret } from './signing-secret.ts'
import * as contracts from './webhooks.contract.ts'
import { namedWebhook, webhookCreated } from './webhooks.events.ts'
import { countWebhooks, insertWebhook } from './webhooks.queries.ts'

const maxWebhooks = 20

export const createWebhook = implement(contracts.createWebhook, {
  prepare: (ctx, { url }) => problemOf(ctx, url),
  async handle(ctx, { url, description, events, project }, problem) {
    requireEvents(events)
    const inside = project === undefined ? null : await requireProject(ctx, project, 'read')
    requireAddress(problem)
    const { count } = (await ctx.tx.row(countWebhooks, { org: ctx.org })) ?? { count: 0 }
    if (count >= maxWebhooks) throw new Refusal('conflict', `An organization has at most ${maxWebhooks} webhooks. Delete one first.`)
    const id = newId()
    const { secret, sealed } = newSigningSecret(ctx, id)
    const patterns = [...new Set(events)]
    const now = ctx.clock.now()
    await ctx.tx.rows(insertWebhook, {
      org: ctx.org,
      id,
      url,
      description,
      patterns,
      project_id: inside?.id ?? null,
      sealed,
      user: userOf(ctx),
      now,
    })
    const webhook = await requireWebhook(ctx, id, 'read')
    ctx.emit(webhookCreated, namedWebhook(webhook))
    ctx.target(id)
    return { ...webhook, secret }
  },
})
