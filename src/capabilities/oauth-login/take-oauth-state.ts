import { implement } from '../../kernel/operation.ts'
import { digest } from '../../platform/secrets.ts'
import * as contracts from './oauth-login.contract.ts'
import { takeState } from './oauth-login.queries.ts'
import { openFlow } from './oauth-states.ts'
import { refusedState } from './refused-journey.ts'

/** Committed before the provider is asked: of parallel callbacks one gets the row, and no transaction waits for the network. */
export const takeOauthState = implement(contracts.takeOauthState, async (ctx, { provider, state, browser }) => {
  const row = await ctx.tx.row(takeState, [digest(state), provider, digest(browser), ctx.clock.now()])
  if (!row) throw refusedState()
  return { ...openFlow(ctx, row.flow, state), user_id: row.user_id, challenge: row.challenge }
})
