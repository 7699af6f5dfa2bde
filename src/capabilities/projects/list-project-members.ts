import { implement } from '../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../paging.ts'
import * as contracts from './projects.contract.ts'
import { projectMembers } from './projects.queries.ts'
import { requireProject } from './require-project.ts'

export const listProjectMembers = implement(contracts.listProjectMembers, async (ctx, input) => {
  const project = await requireProject(ctx, input.project, 'read')
  const [after] = decodeCursor(input.cursor, ['id']) ?? [firstId]
  const rows = await ctx.tx.rows(projectMembers, [ctx.org, project.id, after, input.limit + 1])
  return nextPage(rows, input.limit, (row) => [row.user_id])
})
