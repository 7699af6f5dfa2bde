import type { Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { viewById, type ViewRow } from './views.queries.ts'

export const noView = (id: string) => notFound('view', id, 'List them with {listViews}.')

/** A saved view the caller may use. */
export async function viewOf(ctx: Context, id: string): Promise<ViewRow> {
  const view = await ctx.tx.row(viewById, { org: ctx.org, id })
  if (!view) throw noView(id)
  return view
}

export function toView({ project_ids: _, ...view }: ViewRow): Omit<ViewRow, 'project_ids'> {
  return view
}
