import type { Context } from '../../kernel/context.ts'
import type { Database } from '../../platform/postgres.ts'
import { beginReading, behind, eventsAfter, moveReader, takeReader, type EventRow } from './activity.queries.ts'

export type Reader = 'notifications' | 'webhooks'

const batch = 200

/**
 * Hands the events after the reader's cursor to `handle` and moves the cursor in the same transaction: each event has its effect once.
 * Answers whether there may be more: after any event there may, since whoever came while we held the reader was turned away.
 */
export async function followLog(ctx: Context, reader: Reader, handle: (events: EventRow[]) => Promise<void>): Promise<boolean> {
  await ctx.tx.rows(beginReading, { org: ctx.org, reader })
  const cursor = await ctx.tx.row(takeReader, { org: ctx.org, reader })
  if (!cursor) return false
  const events = await ctx.tx.rows(eventsAfter, { org: ctx.org, after: cursor.seq, limit: batch })
  const last = events.at(-1)
  if (!last) return false
  await handle(events)
  await ctx.tx.rows(moveReader, { org: ctx.org, reader, seq: last.seq })
  return true
}

/** The organizations whose log has news for one of these readers: what a lost hint left behind. */
export function organizationsBehind(database: Database, readers: readonly Reader[]): Promise<{ org_id: string; reader: Reader }[]> {
  return database.poll('instance', behind, { readers })
}
