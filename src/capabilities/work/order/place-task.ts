import type { Context } from '../../../kernel/context.ts'
import * as queries from '../items/changes.queries.ts'
import { gapOf, longestRank, rankBetween, rankOfNumber, spreadRanks } from './rank.ts'
import { requireItem } from '../items/require-item.ts'
import { ranksRenewed } from '../items/work-items.events.ts'
import type { FullRow } from '../items/work-items.queries.ts'

interface Anchors {
  after?: string | undefined
  before?: string | undefined
}

/** The rank that puts the task right behind `after`, or right before `before`. Other moves in the project wait until it is stored. */
export async function placeTask(ctx: Context, task: FullRow, anchors: Anchors): Promise<string | undefined> {
  const after = await anchor(ctx, task, anchors.after)
  const before = await anchor(ctx, task, anchors.before)
  if (!after && !before) return undefined
  await ctx.tx.rows(queries.lockRanks, { org: ctx.org, project_id: task.project_id })
  const [lower, upper] = await neighbours(ctx, task, after?.id, before?.id)
  const now = await rankNow(ctx, task.id)
  if (now > (lower ?? '') && now < upper) return now
  const rank = rankBetween(lower, upper)
  return rank.length > longestRank ? renewGap(ctx, task, lower) : rank
}

/** A task placed next to itself stays where it is. */
async function anchor(ctx: Context, task: FullRow, name: string | undefined): Promise<FullRow | undefined> {
  if (name === undefined) return undefined
  const row = await requireItem(ctx, 'task', name, 'read', { project: task.project_id })
  return row.id === task.id ? undefined : row
}

const rankNow = async (ctx: Context, id: string): Promise<string> => (await ctx.tx.row(queries.rankOf, { org: ctx.org, id }))?.rank ?? ''

async function neighbours(ctx: Context, task: FullRow, after?: string, before?: string): Promise<[string | null, string]> {
  const beside = (statement: typeof queries.rankAbove, rank: string) =>
    ctx.tx.row(statement, { org: ctx.org, project_id: task.project_id, rank, id: task.id }).then((row) => row?.rank)
  if (after) {
    const lower = await rankNow(ctx, after)
    return [lower, (await beside(queries.rankAbove, lower)) ?? (await endOf(ctx, task.project_id))]
  }
  const upper = await rankNow(ctx, before ?? '')
  return [(await beside(queries.rankBelow, upper)) ?? null, upper]
}

/** The rank that the project's next item gets, above all existing ones. */
const endOf = async (ctx: Context, project: string): Promise<string> =>
  rankOfNumber(((await ctx.tx.row(queries.lastNumber, { org: ctx.org, project }))?.last_number ?? 0) + 1)

/** Gives all tasks that were moved into one gap short ranks again, in their order; the task goes right above `lower`. */
async function renewGap(ctx: Context, task: FullRow, lower: string | null): Promise<string> {
  const gap = gapOf(lower)
  const locked = await ctx.tx.rows(queries.lockGap, { org: ctx.org, project_id: task.project_id, gap, id: task.id })
  const others = locked.filter((row) => row.id !== task.id)
  others.sort((one, other) => (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : one.number - other.number))
  const ranks = spreadRanks(gap, others.length + 1)
  const place = others.filter((row) => row.rank <= (lower ?? '')).length
  const [own = ''] = ranks.splice(place, 1)
  await ctx.tx.rows(queries.writeRanks, { org: ctx.org, ids: others.map((row) => row.id), ranks })
  ctx.emit(ranksRenewed, { project_id: task.project_id, tasks: others.length })
  return own
}
