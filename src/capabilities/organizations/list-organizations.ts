import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './organizations.contract.ts'
import { organizationsOf } from './organizations.queries.ts'

export const listOrganizations = implement(contracts.listOrganizations, async (ctx) => ({
  items: await ctx.tx.rows(organizationsOf, [userOf(ctx)]),
  next_cursor: null,
}))
