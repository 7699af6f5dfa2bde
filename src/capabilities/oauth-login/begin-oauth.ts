import { implement } from '../../kernel/operation.ts'
import { newSecret } from '../../platform/secrets.ts'
import * as contracts from './oauth-login.contract.ts'
import { storeState } from './oauth-states.ts'
import { requireProvider } from './require-provider.ts'

export const beginOauth = implement(contracts.beginOauth, async (ctx, { provider, challenge }) => {
  requireProvider(ctx.services, provider)
  const browser = newSecret()
  const { state, verifier, nonce } = await storeState(ctx, { provider, browser, user: null, challenge })
  return { state, verifier, nonce, browser }
})
