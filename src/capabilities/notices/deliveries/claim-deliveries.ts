import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { hiddenFrom } from '../../projects/project-visibility.ts'
import { cancel, claim } from './deliveries.queries.ts'
import * as contracts from './sending.contract.ts'
import { signedHeaders } from '../webhooks/signing-secret.ts'
import { dueWebhooks, isSilent, type DueWebhook } from '../webhooks/webhooks.queries.ts'

const atOnce = 10
/** An endpoint that fails or hangs gets only a few of the slots that all of them share. */
const atOnceFailing = 2
/** A claim outlives its request's timeout by this much, so that the request is over before another worker repeats it. */
const margin = 10_000

export const claimDeliveries = implement(contracts.claimDeliveries, async (ctx, { max }) => {
  if ((await ctx.tx.row(isSilent, { org: ctx.org }))?.silent) return { items: [] }
  const now = ctx.clock.now()
  const due = await ctx.tx.rows(dueWebhooks, { org: ctx.org, now })
  const hidden = await hiddenFrom(
    ctx,
    due.map(({ created_by }) => created_by),
  )
  const items: Awaited<ReturnType<typeof take>> = []
  for (const webhook of due) {
    const room = Math.min((webhook.failing ? atOnceFailing : atOnce) - webhook.in_flight, max - items.length)
    if (room > 0) items.push(...(await take(ctx, webhook, hidden(webhook.created_by), room, now)))
  }
  return { items }
})

async function take(ctx: Context, webhook: DueWebhook, hidden: ReadonlySet<string>, room: number, now: Date) {
  const claimId = newId()
  const until = new Date(now.getTime() + ctx.services.config.WEBHOOK_TIMEOUT_SECONDS * 1000 + margin)
  const claimed = await ctx.tx.rows(claim, { org: ctx.org, webhook: webhook.id, now, claim_id: claimId, until, limit: room })
  // A project may have become private since the event: what the webhook's creator can no longer see is not sent.
  const isSeen = (project: string | null) => project === null || !hidden.has(project)
  const unseen = claimed.filter((row) => !isSeen(row.project_id)).map((row) => row.id)
  if (unseen.length > 0) await ctx.tx.rows(cancel, { org: ctx.org, ids: unseen, now })
  const previous = webhook.previous_until && Date.parse(webhook.previous_until) > now.getTime() ? webhook.previous_secret : null
  const secrets = previous ? [webhook.secret, previous] : [webhook.secret]
  return claimed
    .filter((row) => isSeen(row.project_id))
    .map(({ id, body, claimed_until }) => ({
      delivery_id: id,
      claim_id: claimId,
      url: webhook.url,
      headers: signedHeaders(ctx, webhook.id, secrets, { id: `msg_${id}`, body }),
      body,
      claimed_until,
    }))
}
