import { implement } from '../../kernel/operation.ts'
import { digest } from '../../platform/secrets.ts'
import * as contracts from './login.contract.ts'
import { setupLink } from './login.queries.ts'
import { usedSetupLink } from './used-setup-link.ts'

export const getSetup = implement(contracts.getSetup, async (ctx, { token }) => {
  const link = await ctx.tx.row(setupLink, [digest(token), ctx.clock.now()])
  if (!link) throw usedSetupLink()
  return link
})
