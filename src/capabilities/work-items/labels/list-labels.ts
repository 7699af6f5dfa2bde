import { implement } from '../../../kernel/operation.ts'
import { requireProject } from '../../projects/require-project.ts'
import * as contracts from '../changes.contract.ts'
import { labelCounts } from '../changes.queries.ts'

const most = 500

/** The most used first, up to a bound that the answer admits to. */
export const listLabels = implement(contracts.listLabels, async (ctx, { project: name }) => {
  const { id, slug } = await requireProject(ctx, name, 'read')
  const rows = await ctx.tx.rows(labelCounts, [ctx.org, id, most + 1])
  return { project: { id, slug }, items: rows.slice(0, most), truncated: rows.length > most }
})
