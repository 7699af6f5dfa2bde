import type { Context } from '../../kernel/context.ts'
import { ofProject, ofSubject } from './activity.queries.ts'
import { showActivities } from './show-activities.ts'

/** The newest entries of the log about a project the caller has been shown to see. */
export const activityOfProject = async (ctx: Context, project: string, limit: number) =>
  showActivities(ctx, await ctx.tx.rows(ofProject, [ctx.org, project, limit]))

/** The newest entries about one resource. */
export const activityOfSubject = async (ctx: Context, subject: string, limit: number) =>
  showActivities(ctx, await ctx.tx.rows(ofSubject, [ctx.org, subject, limit]))
