import { implement } from '../../../kernel/operation.ts'
import { openTokens, type SlackTokens } from '../accounts/credentials.ts'
import { integrationById, recordFailure, recordSuccess } from '../accounts/integrations.queries.ts'
import type { Database } from '../../../platform/postgres.ts'
import * as contracts from './slack.contract.ts'
import * as queries from './slack.queries.ts'

/** A dead worker loses its connections after this time; a live one renews them three times as often. */
const leaseMilliseconds = 30_000

/** Whether a connection is waiting for this worker to hold it. */
export const hasFreeConnections = async (database: Database, holder: string, now: Date): Promise<boolean> =>
  (await database.poll('identity', queries.connectionsFree, { holder, now })).length > 0

export const holdSlack = implement(contracts.holdSlack, async (ctx, { holder, max }) => {
  const now = ctx.clock.now()
  const rows = await ctx.tx.rows(queries.holdConnections, { holder, max, now, until: new Date(now.getTime() + leaseMilliseconds) })
  return {
    items: rows.map((row) => ({
      integration_id: row.id,
      app_token: openTokens<SlackTokens>(ctx, row).app_token,
      version: row.updated_at,
    })),
  }
})

export const releaseSlack = implement(contracts.releaseSlack, async (ctx, { holder }) => ({
  released: (await ctx.tx.rows(queries.releaseConnections, { holder })).length,
}))

export const recordSlackConnection = implement(contracts.recordSlackConnection, async (ctx, { integration_id: id, failure, broken }) => {
  const now = ctx.clock.now()
  if (failure === null) await ctx.tx.rows(recordSuccess, { id, now })
  else await ctx.tx.rows(recordFailure, { id, now, failure, broken })
  return { recorded: true }
})

/**
 * Slack resends an envelope until it is acknowledged; its id is the idempotency key here, so it takes effect once. A click brings the message
 * up to date. Slack knows who clicked, but we don't, so a click decides nothing.
 */
export const takeSlackEnvelope = implement(contracts.takeSlackEnvelope, async (ctx, { integration_id, what, channel, ts }) => {
  const integration = await ctx.tx.row(integrationById, { id: integration_id })
  if (!integration) return { taken: false }
  if (what === 'revoked') {
    const failure = 'The app was removed from Slack, or its tokens were revoked there. Save new ones.'
    await ctx.tx.rows(recordFailure, { id: integration_id, now: ctx.clock.now(), failure, broken: true })
    return { taken: true }
  }
  const message = channel && ts ? await ctx.tx.row(queries.messageAt, { integration: integration_id, channel, ts }) : undefined
  if (what !== 'click' || !message) return { taken: false }
  await ctx.enqueue('sendSlack', { user_id: message.user_id, notification_ids: [message.notification_id], refresh: true })
  return { taken: true }
})
