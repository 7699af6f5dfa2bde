import { userOf } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import * as contracts from './oauth-server.contract.ts'
import { clientRevoked } from './oauth-server.events.ts'
import { listGrants, revokeGrant } from './oauth-server.queries.ts'

export const listOauthGrants = implement(contracts.listOauthGrants, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(listGrants, { user: userOf(ctx), before, limit: limit + 1 }), limit, (row) => [row.id])
})

export const revokeOauthGrant = implement(contracts.revokeOauthGrant, async (ctx, input) => {
  const user = userOf(ctx)
  const grant = await ctx.tx.row(revokeGrant, { id: input.id, user, now: ctx.clock.now() })
  if (!grant) throw notFound('OAuth grant', input.id, 'List yours with {listOauthGrants}.')
  ctx.emit(clientRevoked, { user_id: user, grant_id: grant.id, client_name: grant.client_name })
  ctx.target(grant.id)
  return grant
})
