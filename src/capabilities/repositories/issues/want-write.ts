import type { Context } from '../../../kernel/context.ts'
import { isSame, stateOfTask } from './merge-issue.ts'
import * as queries from './issues.queries.ts'

/** A task that no longer says what its issue says has the issue written. What came from the issue is the same on both sides by now. */
export async function taskOfIssueChanged(
  ctx: Context,
  { item, changed }: { item: { id: string; title: string; status: string }; changed: string[] },
): Promise<void> {
  if (!changed.includes('title') && !changed.includes('status')) return
  for (const link of await ctx.tx.rows(queries.linksOfTask, { org: ctx.org, item: item.id }))
    if (!isSame(link, stateOfTask(item))) await want(ctx, link.repository_id, link.number)
}

/** What somebody says here is said there as well; what came from there is not. */
export async function commentAdded(
  ctx: Context,
  { comment, item }: { comment: { id: string; source_author: string | null }; item: { id: string } },
): Promise<void> {
  if (comment.source_author !== null) return
  for (const { repository_id: repository, number } of await ctx.tx.rows(queries.linksOfTask, { org: ctx.org, item: item.id })) {
    await ctx.tx.rows(queries.wantComment, { org: ctx.org, repository, comment: comment.id, number })
    await want(ctx, repository, number)
  }
}

const minutes = 15

function placeOf(ctx: Context, repository: string) {
  const now = ctx.clock.now()
  return { org: ctx.org, repository, now, overdue: new Date(now.getTime() - minutes * 60_000) }
}

/** Has an issue written: once, however much happens until it is. */
export async function want(ctx: Context, repository: string, number: number): Promise<void> {
  const [fresh] = await ctx.tx.rows(queries.wantWrite, { ...placeOf(ctx, repository), number })
  if (fresh) await ctx.enqueue('writeIssue', { repository_id: repository, number })
}

/** A job that failed too often is not the end: the next sync asks for what still waits. */
export const wantOverdue = async (ctx: Context, repository: string): Promise<void> =>
  enqueue(ctx, repository, await ctx.tx.rows(queries.wantOverdue, placeOf(ctx, repository)))

/** Whoever decides anew that issues go both ways wants what was refused tried again. */
export const wantRefused = async (ctx: Context, repository: string): Promise<void> =>
  enqueue(ctx, repository, await ctx.tx.rows(queries.wantRefused, placeOf(ctx, repository)))

async function enqueue(ctx: Context, repository_id: string, issues: readonly { number: number }[]): Promise<void> {
  for (const { number } of issues) await ctx.enqueue('writeIssue', { repository_id, number })
}
