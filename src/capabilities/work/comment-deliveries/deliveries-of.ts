import type { Context } from '../../../kernel/context.ts'
import { agentsById } from '../../agents/agents/find-agents.ts'
import { deliveriesOf as find } from './comment-deliveries.queries.ts'

/** Of these comments, which agents they are for and how far they have come. */
export async function deliveriesOf(ctx: Context, comments: readonly string[]) {
  const rows = comments.length > 0 ? await ctx.tx.rows(find, { org: ctx.org, comments }) : []
  const agents = await agentsById(
    ctx,
    rows.map(({ agent_id }) => agent_id),
  )
  const byComment = Map.groupBy(rows, ({ comment_id }) => comment_id)
  return (comment: string) =>
    (byComment.get(comment) ?? []).flatMap(({ agent_id, why, delivered_at, read_at }) => {
      const agent = agents.get(agent_id)
      return agent ? [{ agent, why, delivered_at, read_at }] : []
    })
}
