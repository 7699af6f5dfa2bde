import { implement } from '../../kernel/operation.ts'
import { presentHeads } from '../feature-gates/present-feature.ts'
import { allRows, decodeCursor, lastId, nextPage, withTotal } from '../paging.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './features.contract.ts'
import { features } from './features.queries.ts'

export const listFeatures = implement(contracts.listFeatures, async (ctx, { project, status, gate, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const within = project === undefined ? null : (await requireProject(ctx, project, 'read')).id
  const values = (from: unknown, most: number) => [ctx.org, within, status ?? null, gate ?? null, from, most]
  const rows = await ctx.tx.rows(features, values(before, limit + 1))
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return withTotal(ctx, cursor, { items: await presentHeads(ctx, items), next_cursor }, features, values(lastId, allRows))
})
