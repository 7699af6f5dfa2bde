import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { viewOf } from '../views/view-of.ts'
import { bySlug, resolveFilters, type Resolved } from './list-filters.ts'
import { countItemsOf, listItems } from './list-items.ts'
import * as contracts from './lists.contract.ts'
import { toRow, withoutEmpty } from './without-empty.ts'

const maxWhole = 100

/** Filters named besides a view override it. An agent gets cards unless it asks for more. */
export const listTasks = implement(contracts.listTasks, async (ctx, input) => {
  const { view: id, sort, count, deleted, response_format, limit, cursor, ...named } = input
  const view = id === undefined ? null : await viewOf(ctx, id)
  const given = { ...view?.filters, ...named }
  const format = response_format ?? (ctx.call.brief ? 'concise' : 'detailed')
  if (format !== 'row' && limit > maxWhole) throw new Refusal('invalid', `limit: at most ${maxWhole}, or 1000 with response_format=row.`)
  const list = async (found: Resolved) => {
    const filters = { ...found, deleted }
    // Ready tasks are listed in the order in which claim_task takes them: the best first.
    const asked = { filters, sort: sort ?? view?.sort ?? (filters.ready ? 'priority' : undefined), limit, cursor }
    // Without a next page an agent sees how many there are. An unfiltered list is counted at the same time, any other only if needed.
    const isCounted = count ?? (ctx.call.brief && filters.slug !== undefined)
    const [counted, page] = await Promise.all([isCounted ? countItemsOf(together(ctx), filters) : undefined, read[format](ctx, asked)])
    const counts = count ?? (ctx.call.brief && (page.next_cursor !== null || cursor !== undefined))
    return counts ? { ...page, ...(counted ?? (await countItemsOf(ctx, filters))) } : page
  }
  const slug = bySlug(given)
  const page = slug && (await list(slug))
  // Nothing found: now look up whether there is such a project, perhaps under another name.
  return page && page.items.length > 0 ? page : list(await resolveFilters(ctx, given))
})

type Asked = Omit<Parameters<typeof listItems>[1], 'form'>

const read = {
  async concise(ctx: Context, asked: Asked) {
    const { items, next_cursor } = await listItems(ctx, { ...asked, form: 'card' })
    return { items: items.map(withoutEmpty), next_cursor }
  },
  async row(ctx: Context, asked: Asked) {
    const { items, next_cursor } = await listItems(ctx, { ...asked, form: 'row' })
    return { items: items.map(toRow), next_cursor }
  },
  detailed: (ctx: Context, asked: Asked) => listItems(ctx, { ...asked, form: 'whole' }),
}
