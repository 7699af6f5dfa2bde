import type { Context } from '../../../kernel/context.ts'
import { isSame, stateOfTask } from './merge-issue.ts'
import * as queries from './issues.queries.ts'

/** Requests a write of the issue if the task no longer matches it. A change that came from the issue is the same on both sides by now. */
export async function taskOfIssueChanged(
  ctx: Context,
  { item, changed }: { item: { id: string; title: string; status: string }; changed: string[] },
): Promise<void> {
  if (!changed.includes('title') && !changed.includes('status')) return
  for (const link of await ctx.tx.rows(queries.linksOfTask, { org: ctx.org, item: item.id }))
    if (!isSame(link, stateOfTask(item))) await want(ctx, link.repository_id, link.number)
}

/** Comments made here are posted to the issue as well; those that came from there are not. */
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

/** Requests a write of an issue: once, however much happens until it is written. */
export async function want(ctx: Context, repository: string, number: number): Promise<void> {
  const [fresh] = await ctx.tx.rows(queries.wantWrite, { ...placeOf(ctx, repository), number })
  if (fresh) await ctx.enqueue('writeIssue', { repository_id: repository, number })
}

/** A job that failed too often is not the end: the next sync requests what is still waiting. */
export const wantOverdue = async (ctx: Context, repository: string): Promise<void> =>
  enqueue(ctx, repository, await ctx.tx.rows(queries.wantOverdue, placeOf(ctx, repository)))

/** Setting two-way mode again retries the writes that were refused. */
export const wantRefused = async (ctx: Context, repository: string): Promise<void> =>
  enqueue(ctx, repository, await ctx.tx.rows(queries.wantRefused, placeOf(ctx, repository)))

async function enqueue(ctx: Context, repository_id: string, issues: readonly { number: number }[]): Promise<void> {
  for (const { number } of issues) await ctx.enqueue('writeIssue', { repository_id, number })
}
