import type { Context } from '../../../kernel/context.ts'
import { deliveriesOf as find } from './comment-deliveries.queries.ts'

/** For each of these comments, the agents it is addressed to and how far the delivery has come. */
export async function deliveriesOf(ctx: Context, comments: readonly string[]) {
  const rows = comments.length > 0 ? await ctx.tx.rows(find, { org: ctx.org, comments }) : []
  const byComment = Map.groupBy(rows, ({ comment_id }) => comment_id)
  return (comment: string) =>
    (byComment.get(comment) ?? []).map(({ id, slug, name, why, delivered_at, read_at }) => ({
      agent: { id, slug, name },
      why,
      delivered_at,
      read_at,
    }))
}
