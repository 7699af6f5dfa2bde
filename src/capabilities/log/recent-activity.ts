import type { Context } from '../../kernel/context.ts'
import type { Column } from '../../platform/together.ts'
import { claimOf, feed, ofProject, ofSubject } from './activity.queries.ts'
import { showActivities } from './show-activities.ts'

/** The newest entries of the log about a project that the caller is known to see. */
export const activityOfProject = async (ctx: Context, project: string, limit: number) =>
  showActivities(ctx, await ctx.tx.rows(ofProject, { org: ctx.org, project, limit }))

/** The newest entries about one resource. */
export const activityOfSubject = async (ctx: Context, subject: string | Column, limit: number) =>
  showActivities(ctx, await ctx.tx.rows(ofSubject, { org: ctx.org, subject, limit }))

/** What an agent did last, as far as the caller may see it. */
export const activityOfAgent = async (ctx: Context, agent: string, limit: number) =>
  showActivities(
    ctx,
    await ctx.tx.rows(feed, {
      type: null,
      kinds: null,
      user: null,
      agent,
      project: null,
      subject: null,
      since: null,
      until: null,
      before: null,
      limit,
    }),
  )

/** Who took a task last, and when. */
export const lastClaim = (ctx: Context, task: string | Column): Promise<{ at: string; holder: string | null } | undefined> =>
  ctx.tx.row(claimOf, { org: ctx.org, task })
