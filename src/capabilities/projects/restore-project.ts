import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { isId } from '../../platform/ids.ts'
import { changeProject } from './change-project.ts'
import * as contracts from './projects.contract.ts'
import { projectAccessChanged } from './projects.events.ts'
import { deletedProject, projectBySlug } from './projects.queries.ts'
import { requireProject } from './require-project.ts'

/** One that is not deleted stays as it is. What was public before is not made so again: a person shares it anew. */
export const restoreProject = implement(contracts.restoreProject, async (ctx, { project: name }) => {
  const gone = isId(name) ? await ctx.tx.row(deletedProject, [ctx.org, name]) : undefined
  if (!gone) return requireProject(ctx, name, 'read')
  if (await ctx.tx.row(projectBySlug, [ctx.org, gone.slug])) {
    throw new Refusal('conflict', `Another project has the slug ${gone.slug} now. Delete that one first, then restore this one.`)
  }
  const project = await changeProject(ctx, gone, { deleted_at: null })
  ctx.emit(projectAccessChanged, { project, user_id: null })
  return project
})
