import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './tokens.contract.ts'
import { listTokens } from './tokens.queries.ts'

export const listMcpTokens = implement(contracts.listMcpTokens, async (ctx) => ({
  items: await ctx.tx.rows(listTokens, [userOf(ctx), 'mcp']),
  next_cursor: null,
}))
