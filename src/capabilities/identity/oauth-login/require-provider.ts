import { type Context, userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { ProviderName } from '../../../platform/provider-identity.ts'
import type { Services } from '../../../platform/services.ts'
import { accountOf } from '../login/open-session.ts'

export const titles: Record<ProviderName, string> = { github: 'GitHub', google: 'Google', microsoft: 'Microsoft' }
const prefixes: Record<ProviderName, string> = { github: 'CODEHOST', google: 'GOOGLE', microsoft: 'MICROSOFT' }

/** A provider is offered once it has both client id and secret. */
export function requireProvider({ oauth }: Services, provider: ProviderName): void {
  if (oauth.offered.includes(provider)) return
  const prefix = prefixes[provider]
  throw new Refusal(
    'not_found',
    `Logging in with ${titles[provider]} is not set up here. Its administrator can set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET; see {listProviders} for what is.`,
    { reason: 'provider_not_offered' },
  )
}

/** An account with an unverified address can't connect others: an identity connected to it would be a stranger's way back in. */
export async function requireProvenEmail(ctx: Context): Promise<void> {
  const account = await accountOf(ctx, userOf(ctx))
  if (account.email_verified) return
  throw new Refusal('forbidden', 'Verify your email address first; then connect other accounts.', { reason: 'email_unverified' })
}

/** One answer for a state or code that is unknown, used, expired, another browser's or another provider's. */
export const refusedState = (): Refusal =>
  new Refusal('unauthenticated', 'This login was started in another browser, is too old or was used already. Start again.', {
    reason: 'state_invalid',
  })

export const refusedCode = (): Refusal =>
  new Refusal('unauthenticated', 'This code was used already, is too old or belongs to another login. Start again.', {
    reason: 'code_invalid',
  })
