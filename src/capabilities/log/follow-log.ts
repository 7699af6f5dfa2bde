import type { Context } from '../../kernel/context.ts'
import type { Database } from '../../platform/postgres.ts'
import { firstId } from '../paging.ts'
import { beginReading, eventsAfter, moveReader, takeReader, unreadHeads, type EventRow } from './activity.queries.ts'

export type Reader = 'notifications' | 'webhooks'

const batch = 200

/**
 * Passes the events after the reader's cursor to `handle` and moves the cursor in the same transaction, so each event takes effect once.
 * Returns whether there may be more: always true after an event, because whoever came while we held the reader was turned away.
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

/** How many organizations one statement looks at, however many of them have something unread. */
const window = 1000

/**
 * The organizations whose log has news for a reader, in batches: finds what a lost hint left behind. Ordered by id; `next` is the cursor,
 * null at the end.
 */
export async function organizationsBehind(
  database: Database,
  after: string | null,
  limit = window,
): Promise<{ behind: { org_id: string; readers: Reader[] }[]; next: string | null }> {
  const heads = await database.poll('instance', unreadHeads, { after: after ?? firstId, limit })
  return {
    behind: heads.filter(({ readers }) => readers.length > 0),
    next: heads.length < limit ? null : (heads.at(-1)?.org_id ?? null),
  }
}
