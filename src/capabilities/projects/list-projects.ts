import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './projects.contract.ts'
import { projects } from './projects.queries.ts'

export const listProjects = implement(contracts.listProjects, async (ctx, { archived, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(projects, [ctx.org, archived, before, limit + 1]), limit, (row) => [row.id])
})
