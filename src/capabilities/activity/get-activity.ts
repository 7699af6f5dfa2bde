import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { isId } from '../../platform/ids.ts'
import * as contracts from './activity.contract.ts'
import { activityBySeq, loggedById } from './activity.queries.ts'
import { showActivities } from './show-activities.ts'
import { shorten } from './shorten.ts'

export const getActivity = implement(contracts.getActivity, async (ctx, { activity: name }) => {
  const row = await ctx.tx.row(isId(name) ? loggedById : activityBySeq, [ctx.org, name])
  const [shown] = row ? await showActivities(ctx, [row]) : []
  if (!row || !shown) throw notFound('activity', name, 'Use list_activities to find its seq.')
  return { ...shown, ...shorten(row.data) }
})
