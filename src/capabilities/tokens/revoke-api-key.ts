import { userOf } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './tokens.contract.ts'
import { apiKeyRevoked } from './tokens.events.ts'
import { revokeToken } from './tokens.queries.ts'

export const revokeApiKey = implement(contracts.revokeApiKey, async (ctx, input) => {
  const user = userOf(ctx)
  const row = await ctx.tx.row(revokeToken, [input.id, user, 'api_key', ctx.clock.now()])
  if (!row) throw notFound('API key', input.id, 'List yours with GET /api/settings/api-keys.')
  ctx.emit(apiKeyRevoked, { user_id: user, token_id: row.id, name: row.name })
  ctx.target(row.id)
  return row
})
