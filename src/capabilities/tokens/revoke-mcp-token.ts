import { userOf } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './tokens.contract.ts'
import { tokenRevoked } from './tokens.events.ts'
import { revokeToken } from './tokens.queries.ts'

export const revokeMcpToken = implement(contracts.revokeMcpToken, async (ctx, input) => {
  const user = userOf(ctx)
  const row = await ctx.tx.row(revokeToken, [input.id, user, 'mcp', ctx.clock.now()])
  if (!row) throw notFound('MCP token', input.id, 'List yours with GET /api/settings/mcp-tokens.')
  ctx.emit(tokenRevoked, { user_id: user, token_id: row.id, name: row.name })
  ctx.target(row.id)
  return row
})
