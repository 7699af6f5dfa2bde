import { implement } from '../../kernel/operation.ts'
import { unpublishNotesOf } from '../notes/unpublish-notes-of.ts'
import { changeProject } from './change-project.ts'
import * as contracts from './projects.contract.ts'
import { projectDeleted } from './projects.events.ts'
import { requireProject } from './require-project.ts'

export const deleteProject = implement(contracts.deleteProject, async (ctx, input) => {
  const before = await requireProject(ctx, input.project, 'read')
  const project = await changeProject(ctx, before, { deleted_at: ctx.clock.now().toISOString(), shared_slug: null })
  await unpublishNotesOf(ctx, project.id)
  ctx.emit(projectDeleted, { project })
  return project
})
