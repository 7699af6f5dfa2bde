import type { Context } from '../../../kernel/context.ts'
import { deliveriesOf as find, type DeliveryRow } from './comment-deliveries.queries.ts'
import { anyoneAfter } from './take-comments.ts'

/** For each of these comments, the agents it is addressed to and how far the delivery has come. */
export async function deliveriesOf(ctx: Context, comments: readonly string[]) {
  const rows = comments.length > 0 ? await ctx.tx.rows(find, { org: ctx.org, comments }) : []
  const byComment = Map.groupBy(rows, ({ comment_id }) => comment_id)
  return (comment: string) => (byComment.get(comment) ?? []).map(toDelivery)
}

export const toDelivery = ({ agent, why, created_at, delivered_at, session_id, read_at, last_call_at }: DeliveryRow) => ({
  ...{ agent, why, delivered_at, session_id, read_at, last_call_at },
  anyone_from: new Date(Date.parse(created_at) + anyoneAfter).toISOString(),
})
