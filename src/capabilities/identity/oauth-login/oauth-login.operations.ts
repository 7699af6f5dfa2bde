import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { activeAccount, enterOwnLog } from '../login/accounts.ts'
import { finishLogin } from '../login/finish-login.ts'
import { connectedOtherwise } from './account-of-identity.ts'
import { spendCode } from './oauth-codes.ts'
import * as contracts from './oauth-login.contract.ts'
import { accountConnected } from './oauth-login.events.ts'
import { bindState, identitiesOf, insertIdentity, takeState } from './oauth-login.queries.ts'
import { openFlow, storeState } from './oauth-states.ts'
import { refusedCode, refusedState, requireProvenEmail, requireProvider, titles } from './require-provider.ts'

export const listProviders = implement(contracts.listProviders, async ({ services }) => ({
  providers: services.oauth.offered.map((provider) => ({
    provider,
    name: titles[provider],
    url: new URL(`/api/auth/oauth/${provider}`, services.config.APP_URL).href,
  })),
}))

export const beginOauth = implement(contracts.beginOauth, async (ctx, { provider, challenge }) => {
  requireProvider(ctx.services, provider)
  const browser = newSecret()
  const { state, verifier, nonce } = await storeState(ctx, { provider, browser, user: null, challenge })
  return { state, verifier, nonce, browser }
})

/** The URL that `connectAccount` returned works once: the first browser to open it is the one that must come back. */
export const beginConnecting = implement(contracts.beginConnecting, async (ctx, { provider, state }) => {
  requireProvider(ctx.services, provider)
  const browser = newSecret()
  const row = await ctx.tx.row(bindState, { hash: digest(state), provider, browser_hash: digest(browser), now: ctx.clock.now() })
  if (!row) throw refusedState()
  return { state, browser, ...openFlow(ctx, row.flow, state) }
})

/** Committed before the provider is called: of several parallel callbacks one gets the row, and no transaction waits for the network. */
export const takeOauthState = implement(contracts.takeOauthState, async (ctx, { provider, state, browser }) => {
  const row = await ctx.tx.row(takeState, { hash: digest(state), provider, browser_hash: digest(browser), now: ctx.clock.now() })
  if (!row) throw refusedState()
  return { ...openFlow(ctx, row.flow, state), user_id: row.user_id, challenge: row.challenge }
})

/** Only the page that started the login has the verifier: otherwise a code slipped to another browser would log it in as the attacker. */
export const exchangeOauthCode = implement(contracts.exchangeOauthCode, async (ctx, { code, verifier }) => {
  const spent = await spendCode(ctx, code, 'login')
  // A code is spent once it has been presented, whatever came with it.
  const refused = refusedCode().committing()
  if (!spent) throw refused
  if (spent.challenge !== digest(verifier).toString('base64url')) throw refused
  const account = await activeAccount(ctx, spent.user_id)
  if (!account) throw refused
  return finishLogin(ctx, account, spent.provider)
})

export const connectAccount = implement(contracts.connectAccount, async (ctx, { provider }) => {
  requireProvider(ctx.services, provider)
  enterOwnLog(ctx)
  await requireProvenEmail(ctx)
  const { state, expiresAt } = await storeState(ctx, { provider, browser: null, user: userOf(ctx), challenge: null })
  const url = new URL(`/api/auth/oauth/${provider}`, ctx.services.config.APP_URL)
  url.searchParams.set('connect', state)
  return { url: url.href, expires_at: expiresAt.toISOString() }
})

/** The wall of the identity realm shows callers only their own codes, so another user's is as unknown as a made-up one. */
export const confirmConnection = implement(contracts.confirmConnection, async (ctx, { code }) => {
  enterOwnLog(ctx)
  await requireProvenEmail(ctx)
  const user = userOf(ctx)
  const spent = await spendCode(ctx, code, 'link')
  if (spent?.user_id !== user) throw refusedCode()
  const { provider, subject, email } = spent
  const identity = await ctx.tx.row(insertIdentity, { provider, subject, user, email, now: ctx.clock.now() })
  if (!identity) throw connectedOtherwise(provider)
  ctx.emit(accountConnected, { user_id: user, provider })
  return identity
})

export const listConnectedAccounts = implement(contracts.listConnectedAccounts, async (ctx) => ({
  items: await ctx.tx.rows(identitiesOf, { user: userOf(ctx) }),
}))
