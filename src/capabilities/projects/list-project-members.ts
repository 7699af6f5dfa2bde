import { implement } from '../../kernel/operation.ts'
import * as contracts from './projects.contract.ts'
import { projectMembers } from './projects.queries.ts'
import { requireProject } from './require-project.ts'

export const listProjectMembers = implement(contracts.listProjectMembers, async (ctx, input) => {
  const project = await requireProject(ctx, input.project, 'read')
  return { items: await ctx.tx.rows(projectMembers, [ctx.org, project.id]), next_cursor: null }
})
