import type { Context } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { allRows, decodeCursor, lastId, nextPage, withTotal } from '../paging.ts'
import * as contracts from './projects.contract.ts'
import { projects, projectsElsewhere } from './projects.queries.ts'

const mostOrganizations = 50

export const listProjects = implement(contracts.listProjects, async (ctx, { archived, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const [rows, other_organizations] = await Promise.all([
    ctx.tx.rows(projects, [ctx.org, archived, before, limit + 1]),
    cursor === undefined ? elsewhere(ctx) : [],
  ])
  const page = { ...nextPage(rows, limit, (row) => [row.id]), other_organizations }
  return withTotal(ctx, cursor, page, projects, [ctx.org, archived, lastId, allRows])
})

/** Where else the caller has projects. A token is made for one organization and is told nothing of the others. */
async function elsewhere(ctx: Context) {
  const { kind } = ctx.principal.credential
  if (kind !== 'interactive' && kind !== 'device') return []
  const rows = await ctx.tx.rows(projectsElsewhere, [mostOrganizations])
  return rows.filter((row) => row.projects > 0)
}
