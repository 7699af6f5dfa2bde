import { userOf, type Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { changedFields } from '../../changed-fields.ts'
import { isAdmin, requireTeam } from '../../organizations/teams/require-team.ts'
import { requireProject } from '../../projects/require-project.ts'
import { slugOf, suggestSlugs } from '../../suggest-slugs.ts'
import { removeCheckouts } from './checkouts.queries.ts'
import { requireWorkspace, requireWorkspaceRole } from './require-workspace.ts'
import * as contracts from './workspaces.contract.ts'
import { namedWorkspace, workspaceAccessChanged, workspaceCreated, workspaceDeleted, workspaceUpdated } from './workspaces.events.ts'
import * as queries from './workspaces.queries.ts'
import { workspacePage } from './workspaces.reads.ts'

const slugTaken = () => new Refusal('conflict', 'Another workspace here has this slug. Choose another.')

export const createWorkspace = implement(contracts.createWorkspace, async (ctx, input) => {
  const team = input.team === undefined ? null : await requireTeam(ctx, input.team)
  if (team && !team.role && !isAdmin(ctx)) {
    throw new Refusal('forbidden', 'Only its members and admins of the organization create a workspace for a team.')
  }
  const id = await store(ctx, input)
  ctx.emit(workspaceCreated, namedWorkspace(await requireWorkspace(ctx, id)))
  const projects = await setProjects(ctx, id, input.projects ?? [])
  if (team) await ctx.tx.rows(queries.setTeam, { org: ctx.org, workspace: id, team: team.id, role: 'owner', now: ctx.clock.now() })
  const workspace = await requireWorkspace(ctx, id)
  if (team && projects) ctx.emit(workspaceAccessChanged, namedWorkspace(workspace))
  ctx.target(id)
  return workspacePage(ctx, workspace)
})

/** Inserts it under the requested slug, or else under a free one derived from the name. */
async function store(
  ctx: Context,
  { name, slug, description = '' }: { name: string; slug?: string | undefined; description?: string | undefined },
) {
  const id = newId()
  const made = slugOf(name, 'workspace')
  for (const tried of slug ? [slug] : [made, ...suggestSlugs(made)]) {
    const values = { org: ctx.org, id, slug: tried, name, description, user: userOf(ctx), now: ctx.clock.now() }
    if (await ctx.tx.row(queries.insertWorkspace, values)) return id
  }
  throw slugTaken()
}

/** Returns whether the list has changed. */
async function setProjects(ctx: Context, workspace: string, names: readonly string[]): Promise<boolean> {
  const projects: string[] = []
  for (const name of names) projects.push((await requireProject(ctx, name, 'read')).id)
  const of = { org: ctx.org, workspace, projects }
  const removed = await ctx.tx.rows(queries.removeOtherProjects, of)
  const added = (await ctx.tx.rows(queries.addProjects, { ...of, now: ctx.clock.now() })).map(({ id }) => id)
  const foreign = await ctx.tx.row(queries.notOwned, { org: ctx.org, projects: added })
  if (foreign) {
    throw new Refusal(
      'forbidden',
      `Only members of the private project ${foreign.slug} and admins of the organization put it into a workspace.`,
    )
  }
  return added.length + removed.length > 0
}

export const updateWorkspace = implement(contracts.updateWorkspace, async (ctx, { workspace: name, version, projects, ...wanted }) => {
  const before = await requireWorkspaceRole(ctx, name, 'owner')
  if (version !== undefined && version !== before.version) {
    throw new Refusal('stale_version', 'Someone changed this workspace in the meantime. Read it again and retry.')
  }
  const { id } = before
  ctx.target(id)
  const fields: string[] = changedFields(before, wanted)
  if (fields.includes('slug') && (await ctx.tx.row(queries.slugTaken, { org: ctx.org, slug: wanted.slug, id }))) throw slugTaken()
  const access = projects !== undefined && (await setProjects(ctx, id, projects))
  const changed = access ? [...fields, 'projects'] : fields
  if (changed.length === 0) return workspacePage(ctx, before)
  const { slug = before.slug, name: newName = before.name, description = before.description } = wanted
  await ctx.tx.rows(queries.updateWorkspace, { org: ctx.org, id, slug, name: newName, description, now: ctx.clock.now() })
  const after = await requireWorkspace(ctx, id)
  ctx.emit(workspaceUpdated, { ...namedWorkspace(after), changed })
  if (access) ctx.emit(workspaceAccessChanged, namedWorkspace(after))
  return workspacePage(ctx, after)
})

export const deleteWorkspace = implement(contracts.deleteWorkspace, async (ctx, input) => {
  const workspace = await requireWorkspaceRole(ctx, input.workspace, 'owner')
  const now = ctx.clock.now()
  const of = { org: ctx.org, id: workspace.id }
  await ctx.tx.rows(queries.markDeleted, { ...of, now })
  await ctx.tx.rows(queries.removeTeams, of)
  await ctx.tx.rows(queries.removeProjects, of)
  await ctx.tx.rows(removeCheckouts, of)
  ctx.emit(workspaceDeleted, namedWorkspace(workspace))
  ctx.target(workspace.id)
  return { ...workspace, version: workspace.version + 1, updated_at: now.toISOString(), deleted_at: now.toISOString() }
})

export const addWorkspaceTeam = implement(contracts.addWorkspaceTeam, async (ctx, input) => {
  const workspace = await requireWorkspaceRole(ctx, input.workspace, 'owner')
  const team = await requireTeam(ctx, input.team)
  const of = { org: ctx.org, workspace: workspace.id, team: team.id }
  const before = await ctx.tx.row(queries.teamOf, of)
  ctx.target(workspace.id)
  if (before?.role === input.role) return before
  await ctx.tx.rows(queries.setTeam, { ...of, role: input.role, now: ctx.clock.now() })
  ctx.emit(workspaceAccessChanged, namedWorkspace(workspace))
  return ctx.tx.one(queries.teamOf, of)
})

export const removeWorkspaceTeam = implement(contracts.removeWorkspaceTeam, async (ctx, input) => {
  const workspace = await requireWorkspaceRole(ctx, input.workspace, 'owner')
  const team = await requireTeam(ctx, input.team)
  const of = { org: ctx.org, workspace: workspace.id, team: team.id }
  const row = await ctx.tx.row(queries.teamOf, of)
  if (!row) throw notFound('team', input.team, 'It has no role in this workspace.')
  await ctx.tx.rows(queries.removeTeam, of)
  ctx.emit(workspaceAccessChanged, namedWorkspace(workspace))
  ctx.target(workspace.id)
  return { ...row, deleted_at: ctx.clock.now().toISOString() }
})
