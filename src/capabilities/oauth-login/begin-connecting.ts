import { implement } from '../../kernel/operation.ts'
import { digest, newSecret } from '../../platform/secrets.ts'
import * as contracts from './oauth-login.contract.ts'
import { bindState } from './oauth-login.queries.ts'
import { openFlow } from './oauth-states.ts'
import { refusedState } from './refused-journey.ts'
import { requireProvider } from './require-provider.ts'

/** The address that `connectAccount` answered works once: the first browser that visits it is the one that must come back. */
export const beginConnecting = implement(contracts.beginConnecting, async (ctx, { provider, state }) => {
  requireProvider(ctx.services, provider)
  const browser = newSecret()
  const row = await ctx.tx.row(bindState, [digest(state), provider, digest(browser), ctx.clock.now()])
  if (!row) throw refusedState()
  return { state, browser, ...openFlow(ctx, row.flow, state) }
})
