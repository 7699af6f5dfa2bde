import { implement } from '../../../kernel/operation.ts'
import { viewOf } from '../views/view-of.ts'
import { resolveFilters } from './list-filters.ts'
import { countItemsOf, listItems } from './list-items.ts'
import * as contracts from './lists.contract.ts'

/** What is named beside a view overrides it. An agent reads cards unless it asks for more. */
export const listTasks = implement(contracts.listTasks, async (ctx, input) => {
  const { view: id, sort, count, deleted, response_format, limit, cursor, ...named } = input
  const view = id === undefined ? null : await viewOf(ctx, id)
  const filters = { ...(await resolveFilters(ctx, { ...view?.filters, ...named })), deleted }
  const concise = (response_format ?? (ctx.call.brief ? 'concise' : 'detailed')) === 'concise'
  // What can start is listed as claim_task takes it: the best first.
  const asked = { filters, sort: sort ?? view?.sort ?? (filters.ready ? 'priority' : undefined), limit, cursor }
  const page = concise ? await cards(ctx, asked) : await listItems(ctx, { ...asked, form: 'whole' })
  // Without a next page an agent sees how many there are.
  const counts = count ?? (ctx.call.brief && (page.next_cursor !== null || cursor !== undefined))
  return counts ? { ...page, ...(await countItemsOf(ctx, filters)) } : page
})

async function cards(ctx: Parameters<typeof listItems>[0], asked: Omit<Parameters<typeof listItems>[1], 'form'>) {
  const { items, next_cursor } = await listItems(ctx, { ...asked, form: 'card' })
  return { items: items.map(withoutEmpty), next_cursor }
}

/** What is not said costs a model nothing. */
function withoutEmpty<T extends object>(card: T): T {
  const said: Partial<T> = {}
  for (const name in card) {
    const value = card[name]
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0) || (name === 'proof' && value === 'none')
    if (!isEmpty) said[name] = value
  }
  return said as T
}
