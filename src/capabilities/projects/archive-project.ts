import { implement } from '../../kernel/operation.ts'
import { changeProject } from './change-project.ts'
import * as contracts from './projects.contract.ts'
import { requireProject } from './require-project.ts'

export const archiveProject = implement(contracts.archiveProject, async (ctx, input) => {
  const before = await requireProject(ctx, input.project, 'read')
  const archived_at = input.restore ? null : (before.archived_at ?? ctx.clock.now().toISOString())
  return changeProject(ctx, before, { archived_at })
})
