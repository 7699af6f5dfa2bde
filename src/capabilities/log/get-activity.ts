import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { isId } from '../../platform/ids.ts'
import * as contracts from './activity.contract.ts'
import { activityBySeq, loggedById } from './activity.queries.ts'
import { showActivities } from './show-activities.ts'

const longestData = 16_000
const longestText = 400
const longestList = 20

export const getActivity = implement(contracts.getActivity, async (ctx, { activity: name }) => {
  const row = await ctx.tx.row(isId(name) ? loggedById : activityBySeq, { org: ctx.org, name })
  const [shown] = row ? await showActivities(ctx, [row]) : []
  if (!row || !shown) throw notFound('activity', name, 'Use {listActivities} to find its seq.')
  return { ...shown, ...shorten(row.data) }
})

/** An event's data, limited to the size of one answer: if it is too long, its long texts and lists are truncated. */
function shorten(data: Record<string, unknown>): { data: Record<string, unknown>; data_cut: boolean } {
  if (JSON.stringify(data).length <= longestData) return { data, data_cut: false }
  const cut = cutValue(data) as Record<string, unknown>
  return { data: JSON.stringify(cut).length <= longestData ? cut : {}, data_cut: true }
}

function cutValue(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= longestText ? value : `${value.slice(0, longestText).toWellFormed()}…`
  if (Array.isArray(value)) return value.slice(0, longestList).map(cutValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutValue(one)]))
}
