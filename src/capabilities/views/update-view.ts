import { implement } from '../../kernel/operation.ts'
import { resolveFilters } from '../work-items/lists/list-filters.ts'
import { requireOwnView, storeView } from './change-view.ts'
import { toView } from './view-of.ts'
import * as contracts from './views.contract.ts'
import { viewUpdated } from './views.events.ts'

export const updateView = implement(contracts.updateView, async (ctx, { view: id, version, ...changes }) => {
  const before = await requireOwnView(ctx, id, version)
  const { filters } = changes
  const project_ids = filters ? ((await resolveFilters(ctx, filters)).projects ?? []) : before.project_ids
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const row = await storeView(ctx, { ...before, ...named, project_ids })
  ctx.emit(viewUpdated, { view: toView(row), project_ids })
  return toView(row)
})
