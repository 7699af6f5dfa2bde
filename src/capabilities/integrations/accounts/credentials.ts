import type { PhaseContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { ProviderFailure } from '../../../platform/integrations/provider-failure.ts'
import type { IntegrationRow, ProviderName } from './integrations.queries.ts'

export interface SlackTokens {
  bot_token: string
  app_token: string
}

/** The context that sealed tokens are bound to. */
export const integrationPlace = (id: string): string => `integration:${id}`

export const sealTokens = (ctx: PhaseContext, id: string, tokens: object): Buffer =>
  ctx.services.secretBox.seal(JSON.stringify(tokens), integrationPlace(id))

export const openTokens = <T extends object>(ctx: PhaseContext, { id, sealed }: { id: string; sealed: Buffer }): T =>
  JSON.parse(ctx.services.secretBox.open(sealed, integrationPlace(id)))

const needed = {
  slack: ['bot_token', 'app_token'],
  linear: ['api_key'],
  jira: ['site', 'email', 'api_token'],
} as const satisfies Record<ProviderName, readonly string[]>

const names: Record<ProviderName, string> = { slack: 'Slack', linear: 'Linear', jira: 'Jira' }
export const nameOf = (provider: ProviderName): string => names[provider]

/** The tokens given in a call, completed with the stored ones. */
export function tokensFrom(ctx: PhaseContext, provider: ProviderName, given: Record<string, unknown>, before: IntegrationRow | undefined) {
  const stored: Record<string, unknown> = before ? openTokens(ctx, before) : {}
  const tokens = Object.fromEntries(needed[provider].map((name) => [name, given[name] ?? stored[name]]))
  const missing = needed[provider].filter((name) => tokens[name] === undefined)
  if (missing.length > 0)
    throw new Refusal('invalid', `${names[provider]} needs ${missing.join(' and ')} too. docs/integrations.md says where to find them.`, {
      fields: missing,
    })
  return tokens as Record<string, string>
}

const codes = { revoked: 'invalid', refused: 'invalid', rate_limited: 'unavailable', unavailable: 'unavailable' } as const

/** Translates a provider's failure into a refusal of ours. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ProviderFailure)) throw error
  const { problem, message, retryAfter } = error
  return new Refusal(codes[problem], message, { reason: `provider_${problem}`, ...(retryAfter !== null && { retry_after: retryAfter }) })
}
