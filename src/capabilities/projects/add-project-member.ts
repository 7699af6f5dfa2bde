import { implement } from '../../kernel/operation.ts'
import { requireMember } from '../organizations/require-member.ts'
import * as contracts from './projects.contract.ts'
import { projectAccessChanged } from './projects.events.ts'
import * as queries from './projects.queries.ts'
import { requireProject } from './require-project.ts'

export const addProjectMember = implement(contracts.addProjectMember, async (ctx, input) => {
  const project = await requireProject(ctx, input.project, 'read')
  const member = await requireMember(ctx, input.user)
  await ctx.tx.rows(queries.insertProjectMember, [ctx.org, project.id, member.user_id, ctx.clock.now()])
  const row = await ctx.tx.row(queries.projectMember, [ctx.org, project.id, member.user_id])
  if (!row) throw new Error('the project member was not stored')
  ctx.emit(projectAccessChanged, { project, user_id: member.user_id })
  ctx.target(project.id)
  return row
})
