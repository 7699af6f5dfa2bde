import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './mail.contract.ts'
import * as queries from './mail.queries.ts'

export const getCodeDelivery = implement(contracts.getCodeDelivery, async (ctx, { id }) => {
  const account = await ctx.tx.row(queries.emailOf, { id })
  if (!account) throw notFound('user', id, 'List them with {listUsers}.')
  ctx.target(id)
  const code = await ctx.tx.row(queries.lastCode, { email: account.email })
  return { user_id: id, last_code: code ? { channel: 'email' as const, delivered: code.sent_at !== null, ...code } : null }
})
