import type { Context } from '../../../kernel/context.ts'
import { decodeCursor } from '../../paging.ts'
import { bindTo, conditionsOf, isByWords, isByWordsAndStatus, isPlain, list, talliedBy, type Bind } from './list-conditions.ts'
import type { Resolved } from './list-filters.ts'
import { after, cursorOf, orderOf, withoutKeys, type Sort } from './list-sort.ts'
import {
  beyondWalk,
  countStatement,
  listStatement,
  talliedLabel,
  talliedNamed,
  talliedTasks,
  type CardRow,
  type Form,
  type Walked,
  type Wanted,
} from './lists.queries.ts'
import { Status } from '../items/work-items.contract.ts'
import type { TaskRow } from '../items/work-items.queries.ts'

interface Asked<F extends Form> {
  filters: Resolved
  form: F
  sort?: Sort | undefined
  limit: number
  cursor?: string | undefined
}

const maxCounted = 1000
/** At most this many tasks are scanned for words that may be frequent. */
const maxWalked = 2000

/** One page of items in a total order. */
export async function listItems<F extends Form>(ctx: Context, { filters, form, sort = 'newest', limit, cursor }: Asked<F>) {
  const place = placeOf(filters, sort)
  const order = orderOf(sort, place === 'project', filters.label !== undefined)
  const now = ctx.clock.now()
  const values = { org: ctx.org, limit: limit + 1 }
  const bind = bindTo(values)
  const onlyWords = sort === 'newest' && isByWords(filters)
  const page = onlyWords ? { before: decodeCursor(cursor, ['number'])?.[0] } : undefined
  const later = after(order, cursor, bind)
  const labels = list(filters.label ?? []).map((label, place) => bind(`label_${place}`, label))
  const at = form === 'card' ? `${bind('now', now)}::timestamptz` : ''
  const { deleted } = filters
  const wanted = { form, labels, order, place, now: at, deleted, plain: isPlain(filters) }
  const walked =
    !onlyWords && isByWordsAndStatus(filters)
      ? await walkAlong(ctx, { ...wanted, conditions: [...conditionsOf(filters, now, bind, 'walked'), ...later] }, values, {
          conditions: [`w.project_id = ${bind('project_id', filters.projects?.[0])}`, ...alongStatus(filters, sort, bind), ...later],
          most: bind('most_walked', maxWalked),
        })
      : undefined
  const rows =
    walked ?? (await ctx.tx.rows(listStatement({ ...wanted, conditions: [...conditionsOf(filters, now, bind, page), ...later] }), values))
  const shown = rows.length > limit ? rows.slice(0, limit) : rows
  const end = shown.at(-1)
  return {
    // Cards and rows drop their keys along with everything that is empty.
    items: (form === 'whole' && !order.fields ? shown.map(withoutKeys) : shown) as (F extends 'card' ? CardRow : TaskRow)[],
    next_cursor: rows.length > limit && end ? cursorOf(order, end) : null,
  }
}

/** Narrows to one status for the orders that an index holds for each status. */
const alongStatus = ({ status }: Resolved, sort: Sort, bind: Bind): string[] =>
  (sort === 'newest' || sort === 'rank') && status !== undefined && list(status).length === 1
    ? [`w.status = ${bind('status', list(status)[0])}`]
    : []

/**
 * A page of frequent matches, met along the order at the same cost in a project of any size. Undefined if too few are met: the matches are then so
 * rare that all tasks with the words may be read.
 */
async function walkAlong(
  ctx: Context,
  wanted: Wanted,
  values: { limit: number },
  walked: Walked,
): Promise<(CardRow | TaskRow)[] | undefined> {
  const rows = await ctx.tx.rows(listStatement({ ...wanted, walked }), values)
  if (rows.length === values.limit) return rows
  const more = await ctx.tx.row(beyondWalk(walked.conditions, wanted.order, walked.most), values)
  return more ? undefined : rows
}

/** Counting is bounded: a list of a hundred thousand is not counted to show fifty. */
export async function countItemsOf(ctx: Context, filters: Resolved): Promise<{ total: number; total_capped: boolean }> {
  const kept = talliedBy(filters)
  const count = kept ? await tallyOf(ctx, filters, kept.label) : await countOneByOne(ctx, filters)
  return { total: Math.min(count, maxCounted), total_capped: count > maxCounted }
}

async function tallyOf(ctx: Context, { projects, slug, status, status_not }: Resolved, label?: string): Promise<number> {
  if (slug !== undefined) return (await ctx.tx.one(talliedNamed, { org: ctx.org, slug })).count
  const shut = list(status_not ?? [])
  const asked = status || status_not ? list(status ?? [...Status.options]).filter((one) => !shut.includes(one)) : null
  const values = { org: ctx.org, project: projects?.[0], statuses: asked }
  return (await (label === undefined ? ctx.tx.one(talliedTasks, values) : ctx.tx.one(talliedLabel, { ...values, label }))).count
}

async function countOneByOne(ctx: Context, filters: Resolved): Promise<number> {
  const values = { org: ctx.org, limit: maxCounted + 1 }
  const bind = bindTo(values)
  const conditions = conditionsOf(filters, ctx.clock.now(), bind)
  const labels = list(filters.label ?? []).map((label, place) => bind(`label_${place}`, label))
  const { deleted } = filters
  const place = placeOf(filters, 'newest')
  const row = await ctx.tx.row(countStatement({ conditions, labels, place, deleted, plain: isPlain(filters) }), values)
  return row?.count ?? 0
}

/** Across projects, each one's index yields its first rows; a filter that leaves few rows is better read whole and sorted. */
function placeOf(filters: Resolved, sort: Sort): Wanted['place'] {
  if (filters.projects?.length === 1 || filters.slug !== undefined) return 'project'
  const few = filters.assignee !== undefined || filters.agent !== undefined || filters.text !== undefined
  return sort === 'newest' || few ? 'flat' : 'each'
}
