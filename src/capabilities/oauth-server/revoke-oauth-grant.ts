import { userOf } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './oauth-server.contract.ts'
import { clientRevoked } from './oauth-server.events.ts'
import { revokeGrant } from './oauth-server.queries.ts'

export const revokeOauthGrant = implement(contracts.revokeOauthGrant, async (ctx, input) => {
  const user = userOf(ctx)
  const grant = await ctx.tx.row(revokeGrant, [input.id, user, ctx.clock.now()])
  if (!grant) throw notFound('OAuth grant', input.id, 'List yours with GET /api/settings/oauth-grants.')
  ctx.emit(clientRevoked, { user_id: user, grant_id: grant.id, client_name: grant.client_name })
  ctx.target(grant.id)
  return grant
})
