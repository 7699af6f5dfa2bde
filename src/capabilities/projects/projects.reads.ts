import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { allRows, decodeCursor, firstId, lastId, nextPage, withTotal } from '../paging.ts'
import * as contracts from './projects.contract.ts'
import { projectMembers, projects, projectsElsewhere, publicProject } from './projects.queries.ts'
import { requireProject } from './require-project.ts'

const maxOrganizations = 50

export const listProjects = implement(contracts.listProjects, async (ctx, { archived, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const [rows, other_organizations] = await Promise.all([
    ctx.tx.rows(projects, { org: ctx.org, archived, before, limit: limit + 1 }),
    cursor === undefined ? elsewhere(ctx) : [],
  ])
  const page = { ...nextPage(rows, limit, (row) => [row.id]), other_organizations }
  return withTotal(ctx, cursor, page, projects, { org: ctx.org, archived, before: lastId, limit: allRows })
})

/** Where else the caller has projects. A token belongs to one organization and learns nothing about the others. */
async function elsewhere(ctx: Context) {
  const { kind } = ctx.principal.credential
  if (kind !== 'interactive' && kind !== 'device') return []
  const rows = await ctx.tx.rows(projectsElsewhere, { limit: maxOrganizations })
  return rows.filter((row) => row.projects > 0)
}

export const listProjectMembers = implement(contracts.listProjectMembers, async (ctx, input) => {
  const project = await requireProject(ctx, input.project, 'read')
  const [after] = decodeCursor(input.cursor, ['id']) ?? [firstId]
  const rows = await ctx.tx.rows(projectMembers, { org: ctx.org, project: project.id, after, limit: input.limit + 1 })
  return nextPage(rows, input.limit, (row) => [row.user_id])
})

export const getPublicProject = implement(contracts.getPublicProject, async (ctx, input) => {
  const row = await ctx.tx.row(publicProject, { slug: `${input.user}/${input.project}` })
  if (!row) throw notFound('public project', `${input.user}/${input.project}`, 'It may have been taken down.')
  const { slug, name, description, parts = [], progress = null, roadmap = null } = row.fields
  const { published_at, updated_at } = row
  return { slug, name, description, parts, progress, roadmap, published_at, updated_at }
})
