import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { resolveFilters } from '../lists/list-filters.ts'
import { noView, toView, viewOf } from './view-of.ts'
import * as contracts from './views.contract.ts'
import { viewCreated, viewDeleted, viewUpdated } from './views.events.ts'
import { insertView, lockedView, updateView as update, views, type ViewRow } from './views.queries.ts'

export const listViews = implement(contracts.listViews, async (ctx, { project, limit, cursor }) => {
  const within = project === undefined ? null : (await requireProject(ctx, project, 'read')).id
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const page = nextPage(await ctx.tx.rows(views, { org: ctx.org, before, within, limit: limit + 1 }), limit, (row) => [row.id])
  return { ...page, items: page.items.map(toView) }
})

/** The names in its filters must exist now; each use looks them up again. */
export const createView = implement(contracts.createView, async (ctx, { name, shared, layout, group_by, sort, filters }) => {
  const { projects = [] } = await resolveFilters(ctx, filters)
  const fields = { name, shared, layout, group_by: group_by ?? null, sort: sort ?? null, filters, projects }
  const row = await ctx.tx.one(insertView, { org: ctx.org, id: newId(), user: userOf(ctx), ...fields, now: ctx.clock.now() })
  ctx.emit(viewCreated, { view: toView(row), project_ids: projects })
  ctx.target(row.id)
  return toView(row)
})

export const getView = implement(contracts.getView, async (ctx, { view }) => toView(await viewOf(ctx, view)))

export const updateView = implement(contracts.updateView, async (ctx, { view: id, version, ...changes }) => {
  const before = await requireOwnView(ctx, id, version)
  const { filters } = changes
  const project_ids = filters ? ((await resolveFilters(ctx, filters)).projects ?? []) : before.project_ids
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const row = await storeView(ctx, { ...before, ...named, project_ids })
  ctx.emit(viewUpdated, { view: toView(row), project_ids })
  return toView(row)
})

export const deleteView = implement(contracts.deleteView, async (ctx, { view: id }) => {
  const before = await requireOwnView(ctx, id)
  const row = await storeView(ctx, { ...before, deleted_at: ctx.clock.now().toISOString() })
  ctx.emit(viewDeleted, { view: toView(row), project_ids: row.project_ids })
  return toView(row)
})

/** A view the caller sees and may change: as its owner, or as an owner or admin of the organization. */
async function requireOwnView(ctx: Context, id: string, version?: number): Promise<ViewRow> {
  const view = await ctx.tx.row(lockedView, { org: ctx.org, id })
  if (!view) throw noView(id)
  const role = ctx.principal.organization?.role
  if (view.owner_id !== ctx.principal.user && role !== 'owner' && role !== 'admin') {
    throw new Refusal('forbidden', 'This view belongs to someone else. Ask them or an admin, or save your own.')
  }
  if (version !== undefined && version !== view.version) {
    throw new Refusal(
      'stale_version',
      `Someone changed this view in the meantime; it is at version ${view.version}. Read it again and repeat.`,
    )
  }
  return view
}

async function storeView(ctx: Context, view: ViewRow): Promise<ViewRow> {
  const row = await ctx.tx.one(update, { ...view, org: ctx.org, now: ctx.clock.now() })
  ctx.target(row.id)
  return row
}
