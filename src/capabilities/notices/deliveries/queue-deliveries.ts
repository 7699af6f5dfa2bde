import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { followLog } from '../../log/follow-log.ts'
import { visibleTo } from '../../log/read-log.ts'
import { hiddenFrom } from '../../projects/project-visibility.ts'
import { insertDeliveries } from './deliveries.queries.ts'
import { disable } from '../webhooks/require-webhook.ts'
import { messageBody, type Event } from './message-body.ts'
import * as contracts from './sending.contract.ts'
import { isSilent, listening, type WebhookRow } from '../webhooks/webhooks.queries.ts'

export const queueDeliveries = implement(contracts.queueDeliveries, async (ctx) => ({
  more: await followLog(ctx, 'webhooks', (events) => queue(ctx, events)),
}))

async function queue(ctx: Context, events: Event[]): Promise<void> {
  const all = await ctx.tx.rows(listening, { org: ctx.org })
  if (all.length === 0 || (await ctx.tx.row(isSilent, { org: ctx.org }))?.silent) return
  for (const webhook of all) if (!webhook.present) await disable(ctx, webhook.id, 'creator_left')
  const webhooks = all.filter(({ present }) => present)
  const hidden = await hiddenFrom(
    ctx,
    webhooks.map(({ created_by }) => created_by),
  )
  const rows = webhooks.flatMap((webhook) => {
    const unseen = hidden(webhook.created_by)
    const wanted = events.filter((event) => wants(webhook, event) && visibleTo(webhook.created_by, unseen, event))
    // The list of deliveries is sorted by id and must follow the order of the log, so the ids are assigned in ascending order.
    const ids = wanted.map(newId).toSorted()
    return wanted.map((event, place) => deliveryOf(ctx.org, webhook, event, ids[place] ?? newId()))
  })
  if (rows.length > 0) await ctx.tx.rows(insertDeliveries, { org: ctx.org, rows: JSON.stringify(rows), now: ctx.clock.now() })
}

function wants({ events, project_id, created_at }: WebhookRow, { type, project_id: about, at }: Event): boolean {
  const named = events.some(
    (pattern) => pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )
  return named && (project_id === null || project_id === about) && Date.parse(at) >= Date.parse(created_at)
}

/** An event without a subject gets a lane of its own, so it waits for nothing. */
function deliveryOf(org: string, webhook: WebhookRow, event: Event, id: string) {
  const { seq, type, subject_id, project_id, owner_id } = event
  return { id, webhook_id: webhook.id, seq, type, lane: subject_id ?? id, project_id, owner_id, body: messageBody(org, event) }
}
