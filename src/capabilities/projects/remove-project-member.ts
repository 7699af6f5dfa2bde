import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireMember } from '../organizations/require-member.ts'
import * as contracts from './projects.contract.ts'
import { projectAccessChanged } from './projects.events.ts'
import * as queries from './projects.queries.ts'
import { requireProject } from './require-project.ts'

export const removeProjectMember = implement(contracts.removeProjectMember, async (ctx, input) => {
  const project = await requireProject(ctx, input.project, 'read')
  const member = await requireMember(ctx, input.user)
  const row = await ctx.tx.row(queries.projectMember, [ctx.org, project.id, member.user_id])
  if (!row) throw notFound('member', input.user, 'They are not a member of this project.')
  await ctx.tx.rows(queries.deleteProjectMember, [ctx.org, project.id, member.user_id])
  ctx.emit(projectAccessChanged, { project, user_id: member.user_id })
  ctx.target(project.id)
  return { ...row, deleted_at: ctx.clock.now().toISOString() }
})
