import type { Context } from '../../kernel/context.ts'
import { allRows, decodeCursor, nextPage, withTotal } from '../paging.ts'
import { feed } from './activity.queries.ts'
import { showActivities } from './show-activities.ts'

export interface FeedFilter {
  type: string | null
  user: string | null
  agent: string | null
  project: string | null
  subject: string | null
  since: string | null
  until: string | null
}

/** A page of the feed, newest first, of what the caller may see. */
export async function readFeed(ctx: Context, filter: FeedFilter, limit: number, cursor: string | undefined) {
  const [before] = decodeCursor(cursor, ['number']) ?? [null]
  const { type, user, agent, project, subject, since, until } = filter
  const filters = { type, user, agent, project, subject, since, until }
  const rows = await ctx.tx.rows(feed, { ...filters, before, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.seq])
  return withTotal(ctx, cursor, { items: await showActivities(ctx, items), next_cursor }, feed, {
    ...filters,
    before: null,
    limit: allRows,
  })
}
