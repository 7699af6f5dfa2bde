import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { noView } from './view-of.ts'
import { lockedView, updateView, type ViewRow } from './views.queries.ts'

/** A view the caller sees and may change: its owner may, and whoever manages the organization. */
export async function requireOwnView(ctx: Context, id: string, version?: number): Promise<ViewRow> {
  const view = await ctx.tx.row(lockedView, [ctx.org, id])
  if (!view) throw noView(id)
  const role = ctx.principal.organization?.role
  if (view.owner_id !== ctx.principal.user && role !== 'owner' && role !== 'admin') {
    throw new Refusal('forbidden', 'This view is somebody else’s. Ask them or an admin, or save one of your own.')
  }
  if (version !== undefined && version !== view.version) {
    throw new Refusal(
      'stale_version',
      `Somebody changed this view in the meantime; it is at version ${view.version}. Read it again and repeat.`,
    )
  }
  return view
}

export async function storeView(ctx: Context, view: ViewRow): Promise<ViewRow> {
  const { id, name, shared, layout, group_by, sort, filters, project_ids, deleted_at } = view
  const fields = [name, shared, layout, group_by, sort, filters, project_ids, deleted_at]
  const row = await ctx.tx.row(updateView, [ctx.org, id, ...fields, ctx.clock.now()])
  if (!row) throw new Error('the view was not stored')
  ctx.target(id)
  return row
}
