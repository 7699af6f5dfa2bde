import { implement } from '../../kernel/operation.ts'
import * as contracts from './oauth-login.contract.ts'
import { titles } from './require-provider.ts'

export const listProviders = implement(contracts.listProviders, async ({ services }) => ({
  providers: services.oauth.offered.map((provider) => ({
    provider,
    name: titles[provider],
    url: new URL(`/api/auth/oauth/${provider}`, services.config.APP_URL).href,
  })),
}))
