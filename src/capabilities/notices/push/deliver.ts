import type { Context, PhaseContext } from '../../../kernel/context.ts'
import type { Push, PushMessage } from '../../../platform/push.ts'
import { recordFailure, recordSent, removeGone } from './push.queries.ts'
import { open } from './subscription.ts'

export interface Outcome {
  subscription: string
  outcome: Awaited<ReturnType<Push['send']>>
}

/** Sends to all browsers concurrently, and to each of them one message after another. */
export function deliver(
  ctx: PhaseContext,
  subscriptions: readonly { id: string; sealed: Buffer }[],
  messages: readonly PushMessage[],
): Promise<Outcome[]> {
  return Promise.all(
    subscriptions.map(async (row) => {
      let outcome: Outcome['outcome'] = 'sent'
      for (const message of messages) {
        outcome = await ctx.services.push.send(open(ctx, row), message)
        if (outcome !== 'sent') break
      }
      return { subscription: row.id, outcome }
    }),
  )
}

/** Removes browsers that are gone for good. Returns the subscriptions for which a retry may work. */
export async function recordOutcomes(ctx: Context, outcomes: readonly Outcome[]): Promise<string[]> {
  const now = ctx.clock.now()
  const failed: string[] = []
  for (const { subscription: id, outcome } of outcomes) {
    if (outcome === 'sent') await ctx.tx.rows(recordSent, { id, now })
    else if (outcome === 'gone') await ctx.tx.rows(removeGone, { id })
    else {
      await ctx.tx.rows(recordFailure, { id, now, failure: outcome.failure.slice(0, 200) })
      failed.push(id)
    }
  }
  return failed
}
