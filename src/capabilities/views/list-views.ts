import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import { requireProject } from '../projects/require-project.ts'
import { toView } from './view-of.ts'
import * as contracts from './views.contract.ts'
import { views } from './views.queries.ts'

export const listViews = implement(contracts.listViews, async (ctx, { project, limit, cursor }) => {
  const within = project === undefined ? null : (await requireProject(ctx, project, 'read')).id
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const page = nextPage(await ctx.tx.rows(views, [ctx.org, before, within, limit + 1]), limit, (row) => [row.id])
  return { ...page, items: page.items.map(toView) }
})
