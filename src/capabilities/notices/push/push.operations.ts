import { userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { digest } from '../../../platform/secrets.ts'
import { checkAddress } from '../../../platform/webhook-sender.ts'
import { enterOwnLog } from '../../identity/login/accounts.ts'
import * as contracts from './push.contract.ts'
import { pushSubscribed, pushUnsubscribed } from './push.events.ts'
import * as queries from './push.queries.ts'
import { deliver, recordOutcomes } from './deliver.ts'
import { seal } from './subscription.ts'

const maxBrowsers = 20

export const getPush = implement(contracts.getPush, async (ctx) => {
  const values = { user: userOf(ctx), session: ctx.principal.credential.id, now: ctx.clock.now() }
  return { public_key: ctx.services.push.publicKey, items: await ctx.tx.rows(queries.subscriptionsOf, values) }
})

export const subscribePush = implement(contracts.subscribePush, {
  async prepare(ctx, { endpoint }) {
    const allowPrivate = ctx.services.config.PRIVATE_ADDRESSES === 'allow'
    return endpoint.startsWith('https:') ? checkAddress(endpoint, allowPrivate) : 'must be an https address'
  },
  async handle(ctx, { endpoint, keys }, problem) {
    if (!ctx.services.push.publicKey) {
      throw new Refusal('conflict', 'This Baton sends no push messages. Its operator sets PUSH_PRIVATE_KEY; see docs/notifications.md.')
    }
    if (problem) throw new Refusal('invalid', `The endpoint ${problem}. Send what the browser’s pushManager.subscribe() gave.`)
    const user = userOf(ctx)
    const now = ctx.clock.now()
    const id = newId()
    const endpoint_hash = digest(endpoint)
    await ctx.tx.rows(queries.lockSubscriptionsOf, { user })
    await ctx.tx.rows(queries.removeEnded, { user, now })
    const dropped = await ctx.tx.rows(queries.dropOldest, { user, endpoint_hash, kept: maxBrowsers - 1 })
    const service = new URL(endpoint).host
    const row = await ctx.tx.one(queries.storeSubscription, {
      ...{ id, user, session: ctx.principal.credential.id, endpoint_hash, service, now, device: ctx.call.device ?? null },
      sealed: seal(ctx, id, { endpoint, ...keys }),
    })
    enterOwnLog(ctx)
    for (const old of dropped) ctx.emit(pushUnsubscribed, { user_id: user, subscription_id: old.id, service: old.service })
    ctx.emit(pushSubscribed, { user_id: user, subscription_id: row.id, service })
    ctx.target(row.id)
    return row
  },
})

const unknown = (id: string) => notFound('push subscription', id, 'List yours with {getPush}.')

export const unsubscribePush = implement(contracts.unsubscribePush, async (ctx, { id }) => {
  const user = userOf(ctx)
  const row = await ctx.tx.row(queries.deleteSubscription, { id, user, session: ctx.principal.credential.id })
  if (!row) throw unknown(id)
  enterOwnLog(ctx)
  ctx.emit(pushUnsubscribed, { user_id: user, subscription_id: row.id, service: row.service })
  ctx.target(row.id)
  return { ...row, deleted_at: ctx.clock.now().toISOString() }
})

export const testPush = implement(contracts.testPush, {
  async prepare(ctx, { id }) {
    const values = { user: userOf(ctx), ids: [id], now: ctx.clock.now() }
    const to = await ctx.transaction('read', ({ tx }) => tx.rows(queries.reachable, values))
    return to.length === 0 ? null : deliver(ctx, to, [{ id: newId(), title: 'Push notifications work', path: '/' }])
  },
  async handle(ctx, { id }, outcomes) {
    if (!outcomes) throw unknown(id)
    await recordOutcomes(ctx, outcomes)
    ctx.target(id)
    const [{ outcome } = { outcome: 'gone' as const }] = outcomes
    if (outcome === 'sent') return { id, sent: true, failure: null }
    return { id, sent: false, failure: outcome === 'gone' ? 'the browser is no longer subscribed' : outcome.failure }
  },
})
