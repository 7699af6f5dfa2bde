import { implement } from '../../kernel/operation.ts'
import * as contracts from './organizations.contract.ts'
import { members } from './organizations.queries.ts'

export const listMembers = implement(contracts.listMembers, async (ctx) => ({
  items: await ctx.tx.rows(members, [ctx.org]),
  next_cursor: null,
}))
