import type { Context } from '../../../kernel/context.ts'
import { withTimes } from '../../../platform/together.ts'
import { toDelivery } from '../comment-deliveries/deliveries-of.ts'
import type { CommentRow } from '../comments/comments.queries.ts'
import { questionsOf } from './questions.queries.ts'

/** What became of those comments that are questions. */
export async function questionsAmong(ctx: Context, comments: readonly Pick<CommentRow, 'id' | 'choices'>[]) {
  const ids = comments.flatMap(({ id, choices }) => (choices ? [id] : []))
  const rows = ids.length > 0 ? await ctx.tx.rows(questionsOf, { org: ctx.org, ids }) : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id: string) => {
    const { state = 'open' as const, answer_id = null, settled_at = null, delivery = null } = byId.get(id) ?? {}
    return { state, answer_id, settled_at, delivery: delivery && toDelivery(withTimes(delivery)) }
  }
}
