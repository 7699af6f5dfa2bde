import { userOf } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { digest, newSecret } from '../../platform/secrets.ts'
import * as contracts from './tokens.contract.ts'
import { tokenCreated } from './tokens.events.ts'
import * as queries from './tokens.queries.ts'

const prefix = 'svc_live_'
const day = 86_400_000

export const createMcpToken = implement(contracts.createMcpToken, async (ctx, input) => {
  const user = userOf(ctx)
  if (!ctx.principal.organization) throw new Refusal('forbidden', 'You are not a member of this organization.')
  const agent = input.agent === undefined ? undefined : await ctx.tx.row(queries.findAgent, [ctx.org, input.agent])
  if (input.agent !== undefined && !agent) throw notFound('agent', input.agent, 'Leave it out, and one is made on first use.')
  const secret = newSecret()
  const now = ctx.clock.now()
  const row = await ctx.tx.row(queries.insertToken, [
    newId(),
    user,
    ctx.org,
    agent?.id ?? null,
    'mcp',
    input.name,
    digest(prefix + secret),
    prefix,
    secret.slice(-4),
    now,
    new Date(now.getTime() + input.expires_in_days * day),
  ])
  if (!row) throw new Error('the token was not stored')
  ctx.emit(tokenCreated, { user_id: user, token_id: row.id, name: row.name })
  ctx.target(row.id)
  return { ...row, token: prefix + secret }
})
