import type { Context } from '../../kernel/context.ts'
import { agentsById } from '../agents/agents-by-id.ts'
import { deliveriesOf } from '../comment-deliveries/deliveries-of.ts'
import { peopleById } from '../organizations/people-by-id.ts'
import type { CommentRow } from './comments.queries.ts'

/** Comments with the names of those who wrote them, and how far they have come to the agents they are for. */
export async function namedComments(ctx: Context, rows: readonly CommentRow[]) {
  const people = await peopleById(
    ctx,
    rows.map((row) => row.author_id),
  )
  const agents = await agentsById(
    ctx,
    rows.map((row) => row.author_agent_id),
  )
  const deliveries = await deliveriesOf(
    ctx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...row,
    author: people.get(row.author_id) ?? null,
    author_agent: agents.get(row.author_agent_id ?? '') ?? null,
    deliveries: deliveries(row.id),
  }))
}

export async function namedComment(ctx: Context, row: CommentRow) {
  const [named] = await namedComments(ctx, [row])
  if (!named) throw new Error('a comment has lost its name')
  return named
}
