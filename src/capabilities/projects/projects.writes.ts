import { notFound, Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { isId } from '../../platform/ids.ts'
import { requireMember } from '../organizations/organizations/require-member.ts'
import { changeProject } from './change-project.ts'
import * as contracts from './projects.contract.ts'
import { projectAccessChanged, projectDeleted } from './projects.events.ts'
import * as queries from './projects.queries.ts'
import { deletedProject, insertProjectMember, organizationToShareIn, projectBySlug } from './projects.queries.ts'
import { requireOwnAccess } from './require-own-access.ts'
import { requireProject } from './require-project.ts'

export const updateProject = implement(contracts.updateProject, async (ctx, { project: name, version, ...changes }) => {
  const before = await requireProject(ctx, name, 'write')
  if (changes.visibility !== undefined && changes.visibility !== before.visibility) await requireOwnAccess(ctx, before)
  // Whoever makes a project private keeps access to it.
  if (changes.visibility === 'private' && before.visibility !== 'private')
    await ctx.tx.rows(insertProjectMember, { org: ctx.org, project: before.id, user_id: ctx.principal.user, now: ctx.clock.now() })
  const after = await changeProject(ctx, before, changes, version)
  if (after.visibility !== before.visibility) ctx.emit(projectAccessChanged, { project: after, user_id: null })
  return after
})

export const archiveProject = implement(contracts.archiveProject, async (ctx, input) => {
  const before = await requireProject(ctx, input.project, 'read')
  const archived_at = input.restore ? null : (before.archived_at ?? ctx.clock.now().toISOString())
  return changeProject(ctx, before, { archived_at })
})

export const deleteProject = implement(contracts.deleteProject, async (ctx, input) => {
  const before = await requireProject(ctx, input.project, 'read')
  const project = await changeProject(ctx, before, { deleted_at: ctx.clock.now().toISOString(), shared_slug: null, shared_parts: [] })
  ctx.emit(projectDeleted, { project })
  return project
})

/** A project that is not deleted stays as it is. A public view is not restored: a person has to share it again. */
export const restoreProject = implement(contracts.restoreProject, async (ctx, { project: name }) => {
  const gone = isId(name) ? await ctx.tx.row(deletedProject, { org: ctx.org, name }) : undefined
  if (!gone) return requireProject(ctx, name, 'read')
  if (await ctx.tx.row(projectBySlug, { org: ctx.org, name: gone.slug })) {
    throw new Refusal('conflict', `Another project has the slug ${gone.slug} now. Delete that one first, then restore this one.`)
  }
  const project = await changeProject(ctx, gone, { deleted_at: null })
  ctx.emit(projectAccessChanged, { project, user_id: null })
  return project
})

export const shareProject = implement(contracts.shareProject, async (ctx, input) => {
  const before = await requireProject(ctx, input.project, 'write')
  const organization = await ctx.tx.row(organizationToShareIn, { org: ctx.org })
  if (organization?.sandbox) throw new Refusal('conflict', 'Nothing leaves a sandbox. Share the project in the organization itself.')
  // What a part shows is counted by a job, now and then every few minutes: a changing task must not wait for it.
  await ctx.enqueue('refreshSharedProjects', {})
  const shared_parts = input.parts && [...new Set(input.parts)].toSorted()
  return changeProject(ctx, before, { shared_slug: `${organization?.handle}/${before.slug}`, ...(shared_parts && { shared_parts }) })
})

export const unshareProject = implement(contracts.unshareProject, async (ctx, input) =>
  changeProject(ctx, await requireProject(ctx, input.project, 'read'), { shared_slug: null, shared_parts: [] }),
)

export const addProjectMember = implement(contracts.addProjectMember, async (ctx, input) => {
  const project = await requireProject(ctx, input.project, 'read')
  await requireOwnAccess(ctx, project)
  const member = await requireMember(ctx, input.user)
  await ctx.tx.rows(queries.insertProjectMember, { org: ctx.org, project: project.id, user_id: member.user_id, now: ctx.clock.now() })
  const row = await ctx.tx.one(queries.projectMember, { org: ctx.org, project: project.id, user_id: member.user_id })
  ctx.emit(projectAccessChanged, { project, user_id: member.user_id })
  ctx.target(project.id)
  return row
})

export const removeProjectMember = implement(contracts.removeProjectMember, async (ctx, input) => {
  const project = await requireProject(ctx, input.project, 'read')
  await requireOwnAccess(ctx, project)
  const member = await requireMember(ctx, input.user)
  const row = await ctx.tx.row(queries.projectMember, { org: ctx.org, project: project.id, user_id: member.user_id })
  if (!row) throw notFound('member', input.user, 'They are not a member of this project.')
  await ctx.tx.rows(queries.deleteProjectMember, { org: ctx.org, project: project.id, user_id: member.user_id })
  ctx.emit(projectAccessChanged, { project, user_id: member.user_id })
  ctx.target(project.id)
  return { ...row, deleted_at: ctx.clock.now().toISOString() }
})
