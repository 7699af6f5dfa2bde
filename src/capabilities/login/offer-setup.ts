import { implement } from '../../kernel/operation.ts'
import { digest, newSecret } from '../../platform/secrets.ts'
import * as contracts from './login.contract.ts'
import * as queries from './login.queries.ts'
import { later } from './open-session.ts'

const linkDays = 7

export const offerSetup = implement(contracts.offerSetup, async (ctx, { email }) => {
  const found = await ctx.tx.row(queries.administratorExists, [])
  if (found?.exists) return { token: null }
  const token = newSecret()
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.insertSetupLink, [digest(token), email, now, later(now, linkDays)])
  return { token }
})
