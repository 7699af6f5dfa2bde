import type { TxContext } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import type { PushMessage } from '../../../platform/push.ts'
import { notificationsByIds, type NotificationRow } from '../notifications/notifications.queries.ts'
import { preferencesOf } from '../preferences/resolve-preferences.ts'
import { deliver, recordOutcomes } from './deliver.ts'
import * as contracts from './push.contract.ts'
import { markPushed, pushState, reachable } from './push.queries.ts'

const maxAttempts = 6

/** A notification that was settled in the meantime is removed from the screens showing it, and not sent at all if it is on none. */
export const sendPush = implement(contracts.sendPush, {
  async prepare(ctx, { user_id, notification_ids, subscription_ids }) {
    const { to, messages } = await ctx.transaction('read', async (inside) => ({
      to: await inside.tx.rows(reachable, { user: user_id, ids: subscription_ids ?? null, now: ctx.clock.now() }),
      messages: await messagesFor(inside, user_id, notification_ids),
    }))
    return { messages, outcomes: messages.length > 0 ? await deliver(ctx, to, messages) : [] }
  },
  async handle(ctx, { user_id, notification_ids, attempt }, { messages, outcomes }) {
    const failed = await recordOutcomes(ctx, outcomes)
    const sent = outcomes.filter(({ outcome }) => outcome === 'sent').length
    const shown = messages.filter(({ settled }) => !settled).map(({ id }) => id)
    if (sent > 0 && shown.length > 0) await ctx.tx.rows(markPushed, { user: user_id, ids: shown, now: ctx.clock.now() })
    if (failed.length > 0 && attempt < maxAttempts) {
      const startAfter = new Date(ctx.clock.now().getTime() + 5000 * 3 ** (attempt - 1))
      await ctx.enqueue('sendPush', { user_id, notification_ids, subscription_ids: failed, attempt: attempt + 1 }, { startAfter })
    }
    return { sent, failed: failed.length }
  },
})

async function messagesFor(ctx: TxContext, user: string, ids: readonly string[]): Promise<PushMessage[]> {
  const [rows, state, wants] = await Promise.all([
    ctx.tx.rows(notificationsByIds, { user, ids }),
    ctx.tx.rows(pushState, { user, ids }),
    preferencesOf(ctx, [user]),
  ])
  const pushed = new Set(state.filter(({ pushed_at }) => pushed_at).map(({ id }) => id))
  const { notifications } = wants(user)
  const now = ctx.clock.now().toISOString()
  return rows.flatMap((row) => {
    const message = { id: row.id, title: titleOf(row), path: `/${row.organization.handle}/inbox?open=${row.id}` }
    if (row.archived_at || row.read_at) return pushed.has(row.id) ? [{ ...message, settled: true as const }] : []
    const waits = row.snoozed_until !== null && row.snoozed_until > now
    return notifications[row.kind].push && notifications[row.kind].in_app && !waits ? [message] : []
  })
}

/** Only who, what kind, and the key of a task: a locked screen shows it to anybody nearby. */
function titleOf({ kind, actor, subject, organization, comment_id }: NotificationRow): string {
  const who = actor?.agent?.name ?? actor?.name ?? 'Somebody'
  const thing = subject?.ref ?? organization.name
  switch (kind) {
    case 'mention':
      return `${who} mentioned you in ${thing}`
    case 'question':
      return `${who} asks you a question in ${thing}`
    case 'assignment':
      return `${who} assigned you ${thing}`
    case 'watching':
      return comment_id ? `${who} commented on ${thing}` : `${who} updated ${thing}`
    case 'gate_waiting':
      return `A gate needs your approval in ${organization.name}`
    case 'review_requested':
      return `${who} asks you for a review`
    case 'agent_stuck':
      return 'One of your agents is stuck'
    case 'run_ended':
      return `A run on ${thing} ended and needs a look`
    case 'action_waiting':
      return `${who} wants to run something on your machine`
    case 'report_updated':
      return 'Your report was answered'
    case 'reminder':
      return 'A reminder from Baton'
    case 'announcement':
      return 'A message from the administrators'
  }
}
