import type { Context } from '../../../kernel/context.ts'
import { together, type Column } from '../../../platform/together.ts'
import { agentsById } from '../../agents/agents/find-agents.ts'
import { peopleById } from '../../organizations/organizations/people.ts'
import { lastId } from '../../paging.ts'
import { deliveriesOf } from '../comment-deliveries/deliveries-of.ts'
import { questionsAmong } from '../questions/questions-among.ts'
import { type CommentRow, count, newest } from './comments.queries.ts'

/** Comments with the names of their authors, and how far each has come to the agents it is addressed to. */
export async function namedComments(outer: Context, rows: readonly CommentRow[]) {
  const ctx = together(outer)
  const ids = (of: (row: CommentRow) => (string | null)[]) => rows.flatMap(of)
  const [people, agents, deliveries, questions] = await Promise.all([
    peopleById(
      ctx,
      ids((row) => [row.author_id, row.answered_by, row.resolved_by]),
    ),
    agentsById(
      ctx,
      ids((row) => [row.author_agent_id]),
    ),
    deliveriesOf(
      ctx,
      rows.map((row) => row.id),
    ),
    questionsAmong(ctx, rows),
  ])
  return rows.map(({ choices, answer_by, answer, answered_by, answered_at, ...row }) => ({
    ...row,
    question: choices && {
      choices,
      answer_by,
      answer,
      answered_at,
      answered_by: people.get(answered_by ?? '') ?? null,
      ...questions(row.id),
    },
    resolved_by: people.get(row.resolved_by ?? '') ?? null,
    author: row.source_author === null ? (people.get(row.author_id) ?? null) : null,
    author_agent: agents.get(row.author_agent_id ?? '') ?? null,
    deliveries: deliveries(row.id),
  }))
}

export async function namedComment(ctx: Context, row: CommentRow) {
  const [named] = await namedComments(ctx, [row])
  if (!named) throw new Error('a comment has lost its name')
  return named
}

/** The newest comments on an item that the caller is already known to see, and how many there are. */
export async function recentComments(ctx: Context, item: string | Column, limit: number) {
  const [rows, all] = await Promise.all([
    ctx.tx.rows(newest, { org: ctx.org, item, before: lastId, limit }),
    ctx.tx.row(count, { org: ctx.org, item }),
  ])
  return { total: all?.total ?? 0, items: await namedComments(ctx, rows) }
}
