import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { resolveFilters } from '../work-items/lists/list-filters.ts'
import { toView } from './view-of.ts'
import * as contracts from './views.contract.ts'
import { viewCreated } from './views.events.ts'
import { insertView } from './views.queries.ts'

/** The names in its filters must be there now; each use looks them up again. */
export const createView = implement(contracts.createView, async (ctx, { name, shared, layout, group_by, sort, filters }) => {
  const { projects = [] } = await resolveFilters(ctx, filters)
  const fields = [name, shared, layout, group_by ?? null, sort ?? null, filters, projects]
  const row = await ctx.tx.row(insertView, [ctx.org, newId(), userOf(ctx), ...fields, ctx.clock.now()])
  if (!row) throw new Error('the view was not stored')
  ctx.emit(viewCreated, { view: toView(row), project_ids: projects })
  ctx.target(row.id)
  return toView(row)
})
