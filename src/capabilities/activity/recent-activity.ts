import type { Context } from '../../kernel/context.ts'
import { ofProject, ofSubject, type ActivityRow } from './activity.queries.ts'

/** The newest entries of the log about a project the caller has been shown to see. */
export const activityOfProject = (ctx: Context, project: string, limit: number): Promise<ActivityRow[]> =>
  ctx.tx.rows(ofProject, [ctx.org, project, limit])

/** The newest entries about one resource. */
export const activityOfSubject = (ctx: Context, subject: string, limit: number): Promise<ActivityRow[]> =>
  ctx.tx.rows(ofSubject, [ctx.org, subject, limit])
