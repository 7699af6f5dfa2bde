import { implement } from '../../kernel/operation.ts'
import { decodeCursor, nextPage } from '../paging.ts'
import { requireSpec } from './require-spec.ts'
import * as contracts from './specs.contract.ts'
import { versionsOf } from './specs.queries.ts'

export const listSpecVersions = implement(contracts.listSpecVersions, async (ctx, { spec: name, limit, cursor }) => {
  const spec = await requireSpec(ctx, name, 'read')
  const [before] = decodeCursor(cursor, ['number']) ?? [spec.latest_version + 1]
  return nextPage(await ctx.tx.rows(versionsOf, [ctx.org, spec.id, before, limit + 1]), limit, (row) => [row.number])
})
