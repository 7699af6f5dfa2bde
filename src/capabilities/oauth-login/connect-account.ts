import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import * as contracts from './oauth-login.contract.ts'
import { storeState } from './oauth-states.ts'
import { requireProvenEmail } from './require-proven-email.ts'
import { requireProvider } from './require-provider.ts'

export const connectAccount = implement(contracts.connectAccount, async (ctx, { provider }) => {
  requireProvider(ctx.services, provider)
  enterOwnLog(ctx)
  await requireProvenEmail(ctx)
  const { state, expiresAt } = await storeState(ctx, { provider, browser: null, user: userOf(ctx), challenge: null })
  const url = new URL(`/api/auth/oauth/${provider}`, ctx.services.config.APP_URL)
  url.searchParams.set('connect', state)
  return { url: url.href, expires_at: expiresAt.toISOString() }
})
