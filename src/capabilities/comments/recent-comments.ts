import type { Context } from '../../kernel/context.ts'
import { lastId } from '../paging.ts'
import { count, newest } from './comments.queries.ts'
import { namedComments } from './named-comments.ts'

/** The newest comments on an item the caller has been shown to see, and how many there are. */
export async function recentComments(ctx: Context, item: string, limit: number) {
  const [rows, all] = await Promise.all([ctx.tx.rows(newest, [ctx.org, item, lastId, limit]), ctx.tx.row(count, [ctx.org, item])])
  return { total: all?.total ?? 0, items: await namedComments(ctx, rows) }
}
