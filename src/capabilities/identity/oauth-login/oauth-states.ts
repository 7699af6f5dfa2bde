import type { Context } from '../../../kernel/context.ts'
import type { OauthFlow } from '../../../platform/oauth-providers.ts'
import type { ProviderName } from '../../../platform/provider-identity.ts'
import { digest } from '../../../platform/secrets.ts'
import * as queries from './oauth-login.queries.ts'

const stateMinutes = 10

interface NewState {
  provider: ProviderName
  browser: string | null
  user: string | null
  challenge: string | null
}

// The verifier must be read back, so it is sealed and bound to its row by the digest of the state.
const placeOf = (state: string): string => `auth.oauth_states ${digest(state).toString('hex')}`

/** Stores digests of what the browser carries, and seals what it must not know. */
export async function storeState(ctx: Context, { provider, browser, user, challenge }: NewState): Promise<OauthFlow & { expiresAt: Date }> {
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + stateMinutes * 60_000)
  const flow = ctx.services.oauth.newFlow()
  const sealed = ctx.services.secretBox.seal(JSON.stringify([flow.verifier, flow.nonce]), placeOf(flow.state))
  await ctx.tx.rows(queries.purgeStates, { now })
  await ctx.tx.rows(queries.insertState, {
    hash: digest(flow.state),
    provider,
    browser_hash: browser && digest(browser),
    user,
    sealed,
    challenge,
    now,
    expires_at: expiresAt,
  })
  return { ...flow, expiresAt }
}

export function openFlow(ctx: Context, sealed: Buffer, state: string): { verifier: string; nonce: string } {
  const [verifier, nonce] = JSON.parse(ctx.services.secretBox.open(sealed, placeOf(state))) as [string, string]
  return { verifier, nonce }
}
