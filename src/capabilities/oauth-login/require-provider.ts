import { Refusal } from '../../kernel/errors.ts'
import type { ProviderName } from '../../platform/provider-identity.ts'
import type { Services } from '../../platform/services.ts'

export const titles: Record<ProviderName, string> = { github: 'GitHub', google: 'Google', microsoft: 'Microsoft' }
const prefixes: Record<ProviderName, string> = { github: 'CODEHOST', google: 'GOOGLE', microsoft: 'MICROSOFT' }

/** A provider is offered once it has both id and secret. */
export function requireProvider({ oauth }: Services, provider: ProviderName): void {
  if (oauth.offered.includes(provider)) return
  const prefix = prefixes[provider]
  throw new Refusal(
    'not_found',
    `Logging in with ${titles[provider]} is not set up here. Its administrator can set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET; see GET /api/auth/providers for what is.`,
    { reason: 'provider_not_offered' },
  )
}
