import { userOf, type TxContext } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireTeam } from '../../organizations/teams/require-team.ts'
import { decodeCursor, firstId, nextPage } from '../../paging.ts'
import { projectsIn } from '../../projects/project-visibility.ts'
import { requireAnyItem } from '../../work/items/require-any-item.ts'
import { hasRole, requireWorkspace } from './require-workspace.ts'
import { checkoutsIn, runnableIn } from './runnable.ts'
import * as contracts from './workspaces.contract.ts'
import { projectNamesOf, teamsOf, workspaces, type WorkspaceRow } from './workspaces.queries.ts'

export const listWorkspaces = implement(contracts.listWorkspaces, async (ctx, input) => {
  const [after] = decodeCursor(input.cursor, ['id']) ?? [firstId]
  const team = input.team === undefined ? null : (await requireTeam(ctx, input.team)).id
  const rows = await ctx.tx.rows(workspaces, { org: ctx.org, user: userOf(ctx), team, after, limit: input.limit + 1 })
  return nextPage(rows, input.limit, (row) => [row.id])
})

export const getWorkspace = implement(contracts.getWorkspace, async (ctx, input) => {
  const page = await workspacePage(ctx, await requireWorkspace(ctx, input.workspace))
  if (input.task === undefined) return page
  const { project_id } = await requireAnyItem(ctx, input.task, 'read', 'task')
  return { ...page, runnable: page.runnable.filter(({ project }) => project.id === project_id) }
})

export const listWorkspaceProjects = implement(contracts.listWorkspaceProjects, async (ctx, input) => {
  const workspace = await requireWorkspace(ctx, input.workspace)
  const [after] = decodeCursor(input.cursor, ['id']) ?? [firstId]
  const rows = await projectsIn(ctx, workspace.id, after ?? firstId, input.limit + 1)
  return nextPage(rows, input.limit, (row) => [row.id])
})

/** Everything on a workspace's page that the caller can see. */
export async function workspacePage(ctx: TxContext, workspace: WorkspaceRow) {
  const of = { org: ctx.org, workspace: workspace.id }
  const [projects, teams, checkouts] = await Promise.all([
    ctx.tx.rows(projectNamesOf, of),
    ctx.tx.rows(teamsOf, of),
    // Paths on people's machines are shown only to those who have a role in the workspace.
    hasRole(workspace, 'viewer') ? checkoutsIn(ctx, [workspace.id]) : [],
  ])
  return { ...workspace, projects, teams, checkouts, runnable: await runnableIn(ctx, workspace.id, checkouts) }
}
