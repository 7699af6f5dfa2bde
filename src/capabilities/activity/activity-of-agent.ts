import type { Context } from '../../kernel/context.ts'
import { feed } from './activity.queries.ts'
import { showActivities } from './show-activities.ts'

/** What an agent did last, of what the caller may see. */
export const activityOfAgent = async (ctx: Context, agent: string, limit: number) =>
  showActivities(ctx, await ctx.tx.rows(feed, [null, null, agent, null, null, null, null, null, limit]))
