import { implement } from '../../kernel/operation.ts'
import { changeProject } from './change-project.ts'
import * as contracts from './projects.contract.ts'
import { requireProject } from './require-project.ts'

export const unshareProject = implement(contracts.unshareProject, async (ctx, input) =>
  changeProject(ctx, await requireProject(ctx, input.project, 'read'), { shared_slug: null }),
)
