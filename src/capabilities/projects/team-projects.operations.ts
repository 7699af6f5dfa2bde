import { userOf } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireTeam } from '../organizations/teams/require-team.ts'
import { decodeCursor, firstId, nextPage } from '../paging.ts'
import { projectAccessChanged } from './projects.events.ts'
import * as queries from './projects.queries.ts'
import { requireProject } from './require-project.ts'
import { requireOwnAccess } from './require-own-access.ts'
import * as contracts from './team-projects.contract.ts'

export const listTeamProjects = implement(contracts.listTeamProjects, async (ctx, input) => {
  const [after] = decodeCursor(input.cursor, ['id']) ?? [firstId]
  const team = await requireTeam(ctx, input.team)
  const rows = await ctx.tx.rows(queries.projectsOfTeam, { org: ctx.org, team: team.id, after, limit: input.limit + 1 })
  return nextPage(rows, input.limit, (row) => [row.id])
})

export const grantTeamProject = implement(contracts.grantTeamProject, async (ctx, input) => {
  const team = await requireTeam(ctx, input.team)
  const project = await requireProject(ctx, input.project, 'read')
  await requireOwnAccess(ctx, project)
  const of = { org: ctx.org, team: team.id, project: project.id }
  ctx.target(project.id)
  const before = await ctx.tx.row(queries.teamGrant, of)
  if (before?.role === input.role) return before
  await ctx.tx.rows(queries.grantTeam, { ...of, role: input.role, user: userOf(ctx), now: ctx.clock.now() })
  ctx.emit(projectAccessChanged, { project, user_id: null })
  return ctx.tx.one(queries.teamGrant, of)
})

export const revokeTeamProject = implement(contracts.revokeTeamProject, async (ctx, input) => {
  const team = await requireTeam(ctx, input.team)
  const project = await requireProject(ctx, input.project, 'read')
  await requireOwnAccess(ctx, project)
  const of = { org: ctx.org, team: team.id, project: project.id }
  const grant = await ctx.tx.row(queries.teamGrant, of)
  if (!grant)
    throw notFound('grant', input.project, 'The team was not given this project itself. List what it has with {listTeamProjects}.')
  await ctx.tx.rows(queries.revokeTeam, of)
  ctx.emit(projectAccessChanged, { project, user_id: null })
  ctx.target(project.id)
  return { ...grant, deleted_at: ctx.clock.now().toISOString() }
})
