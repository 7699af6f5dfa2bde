import { implement } from '../../kernel/operation.ts'
import { changeProject } from './change-project.ts'
import * as contracts from './projects.contract.ts'
import { projectAccessChanged } from './projects.events.ts'
import { insertProjectMember } from './projects.queries.ts'
import { requireProject } from './require-project.ts'

export const updateProject = implement(contracts.updateProject, async (ctx, { project: name, version, ...changes }) => {
  const before = await requireProject(ctx, name, 'write')
  // Whoever makes a project private stays in it.
  if (changes.visibility === 'private') await ctx.tx.rows(insertProjectMember, [ctx.org, before.id, ctx.principal.user, ctx.clock.now()])
  const after = await changeProject(ctx, before, changes, version)
  if (after.visibility !== before.visibility) ctx.emit(projectAccessChanged, { project: after, user_id: null })
  return after
})
