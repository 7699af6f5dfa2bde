import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import * as contracts from './oauth-server.contract.ts'
import { clientApproved } from './oauth-server.events.ts'
import { insertGrant } from './oauth-server.queries.ts'

export const grantDays = 90
const day = 86_400_000

export const approveOauthClient = implement(contracts.approveOauthClient, async (ctx, input) => {
  const user = userOf(ctx)
  const now = ctx.clock.now()
  const grant = await ctx.tx.one(insertGrant, {
    id: newId(),
    user,
    org: ctx.org,
    client_id: input.client_id,
    client_name: input.client_name,
    redirect_host: input.redirect_host,
    resource: input.resource,
    scopes: input.scopes,
    now,
    expires_at: new Date(now.getTime() + grantDays * day),
  })
  ctx.emit(clientApproved, { user_id: user, grant_id: grant.id, client_name: grant.client_name })
  ctx.target(grant.id)
  return grant
})
