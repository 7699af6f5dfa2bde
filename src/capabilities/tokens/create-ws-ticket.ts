import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { digest, newSecret } from '../../platform/secrets.ts'
import * as contracts from './tokens.contract.ts'
import * as queries from './tokens.queries.ts'

const lifetime = 30_000

/** A ticket stands for the login session that asked for it, and ends with it. */
export const createWsTicket = implement(contracts.createWsTicket, async (ctx) => {
  const { kind, id } = ctx.principal.credential
  if (kind !== 'interactive' && kind !== 'device') {
    throw new Refusal('forbidden', 'Only a login session gets tickets; keys and tokens may not connect to /api/ws.')
  }
  const now = ctx.clock.now()
  const expires = new Date(now.getTime() + lifetime)
  const ticket = `wst_${newSecret()}`
  await ctx.tx.rows(queries.forgetTickets, [userOf(ctx), now])
  await ctx.tx.rows(queries.insertTicket, [digest(ticket), userOf(ctx), id, now, expires])
  return { ticket, expires_at: expires.toISOString() }
})
