import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { issueToken } from './issue-token.ts'
import * as contracts from './tokens.contract.ts'
import { apiKeyCreated } from './tokens.events.ts'

export const createApiKey = implement(contracts.createApiKey, async (ctx, { name, scopes, expires_in_days }) => {
  if (!ctx.principal.organization) throw new Refusal('forbidden', 'You are not a member of this organization.')
  const { secret, ...row } = await issueToken(ctx, {
    kind: 'api_key',
    prefix: 'svc_',
    name,
    organization: ctx.org,
    scopes,
    expires_in_days,
  })
  ctx.emit(apiKeyCreated, { user_id: userOf(ctx), token_id: row.id, name: row.name })
  return { ...row, key: secret }
})
