import type { Context, OutsideContext } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { ProviderFailure } from '../../../platform/integrations/provider-failure.ts'
import type { SlackMessage } from '../../../platform/integrations/slack.ts'
import { toldNotifications, type ToldNotification } from '../../notices/notifications/told-notifications.ts'
import { openTokens, type SlackTokens } from '../accounts/credentials.ts'
import { integrationOf, recordFailure, recordSuccess, type IntegrationRow } from '../accounts/integrations.queries.ts'
import * as contracts from './slack.contract.ts'
import * as queries from './slack.queries.ts'
import type { MessageRow } from './slack.queries.ts'
import { messageFor, settledMessage } from './slack-message.ts'

const maxAttempts = 8
/** Longer than a post may take: by then, whoever claimed it has recorded it or is gone. */
const claimMilliseconds = 60_000

type Step =
  | { id: string; what: 'post'; message: SlackMessage }
  | { id: string; what: 'update'; message: SlackMessage & { ts: string }; settles: boolean }

interface Done {
  integration: IntegrationRow
  posted: { id: string; channel: string; ts: string }[]
  settled: string[]
  /** Not sent: they are retried, or given up with the failure. */
  left: string[]
  failure: ProviderFailure | null
}

/**
 * Posts each waiting notification once, and updates messages in place that were settled elsewhere. Each message is claimed before it is sent
 * and recorded afterwards; nothing waits for Slack inside a transaction.
 */
export const sendSlack = implement(contracts.sendSlack, {
  prepare: (ctx, { user_id, notification_ids, refresh }) => send(ctx, user_id, notification_ids, refresh),
  async handle(ctx, { user_id: user, notification_ids, attempt }, done) {
    if (!done) return { sent: 0, left: 0 }
    const now = ctx.clock.now()
    for (const { id, channel, ts } of done.posted) await ctx.tx.rows(queries.recordPosted, { user, id, channel, ts })
    for (const id of done.settled) await ctx.tx.rows(queries.recordSettled, { user, id, now })
    // A message that was not sent is free again for the next attempt.
    for (const id of done.left) await ctx.tx.rows(queries.giveUpClaim, { user, id, now })
    await recordOutcome(ctx, done, notification_ids, user, attempt)
    return { sent: done.posted.length + done.settled.length, left: done.left.length }
  },
})

async function recordOutcome(
  ctx: Context,
  { integration, posted, settled, left, failure }: Done,
  ids: string[],
  user: string,
  attempt: number,
) {
  const now = ctx.clock.now()
  if (failure)
    await ctx.tx.rows(recordFailure, { id: integration.id, now, failure: failure.message, broken: failure.problem === 'revoked' })
  else if (posted.length + settled.length > 0) await ctx.tx.rows(recordSuccess, { id: integration.id, now })
  const again = failure?.problem === 'rate_limited' || failure?.problem === 'unavailable'
  if (!again || left.length === 0 || attempt >= maxAttempts) return
  const seconds = failure?.retryAfter ?? 5 * 2 ** (attempt - 1)
  // A rate limit is no failed attempt.
  const next = failure?.problem === 'rate_limited' ? attempt : attempt + 1
  const rest = { user_id: user, notification_ids: ids.filter((id) => left.includes(id)), attempt: next }
  await ctx.enqueue('sendSlack', rest, { startAfter: new Date(now.getTime() + seconds * 1000) })
}

async function send(ctx: OutsideContext, user: string, ids: readonly string[], refresh: boolean): Promise<Done | null> {
  const planned = await ctx.transaction('write', async (inside) => {
    const { tx } = inside
    const integration = await tx.row(integrationOf, { user, provider: 'slack' })
    if (!integration || integration.broken || !integration.settings.channel) return null
    const [rows, messages, settled] = [
      await toldNotifications(inside, user, ids),
      await tx.rows(queries.messagesOf, { user, ids }),
      await tx.rows(queries.settledState, { user, ids }),
    ]
    const byId = new Map(messages.map((one) => [one.notification_id, one]))
    const deciders = new Map(settled.map((one) => [one.id, one.settled_by]))
    const steps = rows.flatMap((row) => stepFor(ctx, integration, row, byId.get(row.id), deciders.get(row.id) ?? null, refresh))
    const now = ctx.clock.now()
    const until = new Date(now.getTime() + claimMilliseconds)
    const mine: Step[] = []
    for (const step of steps) {
      const claim = { user, id: step.id, integration: integration.id, now, until }
      if (step.what === 'update' || (await tx.row(queries.claimMessage, claim))) mine.push(step)
    }
    return { integration, steps: mine }
  })
  return planned && carryOut(ctx, planned.integration, planned.steps)
}

function stepFor(
  ctx: OutsideContext,
  { settings }: IntegrationRow,
  row: ToldNotification,
  message: MessageRow | undefined,
  by: string | null,
  refresh: boolean,
): Step[] {
  const app = ctx.services.config.APP_URL
  if (message?.ts && message.channel) {
    const { ts, channel } = message
    const [gone, told] = [row.archived_at !== null, message.settled_at !== null]
    if (gone === told && !refresh) return []
    const text = gone ? settledMessage(row, by, app, channel) : messageFor(row, app, channel)
    return [{ id: row.id, what: 'update', message: { ...text, ts }, settles: gone }]
  }
  const waits = row.snoozed_until !== null && row.snoozed_until > ctx.clock.now().toISOString()
  if (row.archived_at || row.read_at || waits || !settings.kinds.includes(row.kind)) return []
  return [{ id: row.id, what: 'post', message: messageFor(row, app, settings.channel ?? '') }]
}

/** Runs the steps one after another, as Slack requires; after the first failure, the rest is left. */
async function carryOut(ctx: OutsideContext, integration: IntegrationRow, steps: readonly Step[]): Promise<Done> {
  const { bot_token } = openTokens<SlackTokens>(ctx, integration)
  const done: Done = { integration, posted: [], settled: [], left: [], failure: null }
  for (const step of steps) {
    if (done.failure) {
      done.left.push(step.id)
      continue
    }
    try {
      if (step.what === 'post') done.posted.push({ id: step.id, ...(await ctx.services.slack.post(bot_token, step.message)) })
      else {
        await ctx.services.slack.update(bot_token, step.message)
        if (step.settles) done.settled.push(step.id)
      }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      done.failure = error
      done.left.push(step.id)
    }
  }
  return done
}
