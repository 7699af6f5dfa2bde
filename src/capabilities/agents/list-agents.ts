import { implement } from '../../kernel/operation.ts'
import { allRows, decodeCursor, lastId, nextPage, withTotal } from '../paging.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './agents.contract.ts'
import { agents } from './agents.queries.ts'
import { toAgents } from './to-agent.ts'

export const listAgents = implement(contracts.listAgents, async (ctx, { project, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const within = project === undefined ? null : (await requireProject(ctx, project, 'read')).id
  const rows = await ctx.tx.rows(agents, [ctx.org, before, limit + 1, within])
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return withTotal(ctx, cursor, { items: await toAgents(ctx, items), next_cursor }, agents, [ctx.org, lastId, allRows, within])
})
