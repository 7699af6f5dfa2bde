import { implement } from '../../kernel/operation.ts'
import { requireOwnView, storeView } from './change-view.ts'
import { toView } from './view-of.ts'
import * as contracts from './views.contract.ts'
import { viewDeleted } from './views.events.ts'

export const deleteView = implement(contracts.deleteView, async (ctx, { view: id }) => {
  const before = await requireOwnView(ctx, id)
  const row = await storeView(ctx, { ...before, deleted_at: ctx.clock.now().toISOString() })
  ctx.emit(viewDeleted, { view: toView(row), project_ids: row.project_ids })
  return toView(row)
})
