import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { ProviderName } from '../../../platform/provider-identity.ts'
import { accountWithEmail, activeAccount } from '../login/accounts.ts'
import { openAccount, principalOf } from '../login/open-account.ts'
import { accountOf } from '../login/open-session.ts'
import { proveEmail } from '../login/prove-email.ts'
import { requireRegistration } from '../login/require-registration.ts'
import { accountConnected } from './oauth-login.events.ts'
import { insertIdentity, useIdentity } from './oauth-login.queries.ts'
import { titles } from './require-provider.ts'

interface Proven {
  provider: ProviderName
  subject: string
  /** Null unless the provider vouches for it. */
  email: string | null
  name: string
}

type Account = NonNullable<Awaited<ReturnType<typeof activeAccount>>>

/** The account that an identity at a provider logs in to: the one it is connected to, the one with its verified address, or a new one. */
export async function accountOfIdentity(ctx: Context, proven: Proven): Promise<Account> {
  const { provider, subject, email } = proven
  const known = await ctx.tx.row(useIdentity, { provider, subject, now: ctx.clock.now(), email })
  if (known) return requireActive(await activeAccount(ctx, known.user_id))
  if (!email) throw unverified(provider)
  const existing = await accountWithEmail(ctx, email)
  const account = existing ? await proveEmail(ctx, requireActive(existing)) : await newAccount(ctx, email, proven.name)
  if (!(await ctx.tx.row(insertIdentity, { provider, subject, user: account.id, email, now: ctx.clock.now() })))
    throw connectedOtherwise(provider)
  ctx.enter(principalOf(account.id, account.personal_organization_id), account.personal_organization_id)
  ctx.emit(accountConnected, { user_id: account.id, provider })
  return account
}

async function newAccount(ctx: Context, email: string, name: string): Promise<Account> {
  await requireRegistration(ctx, email)
  const { user } = await openAccount(ctx, { email, name, role: 'user', verified: true })
  return accountOf(ctx, user)
}

function requireActive(account: Account | undefined): Account {
  if (account && !account.suspended_at) return account
  throw new Refusal('forbidden', 'This account is suspended or deleted. Ask an administrator of this instance.', {
    reason: 'account_unavailable',
  })
}

const unverified = (provider: ProviderName): Refusal =>
  new Refusal(
    'forbidden',
    `${titles[provider]} does not vouch for your email address. Verify it there, or log in another way and connect ${titles[provider]} in Settings.`,
    { reason: 'email_unverified' },
  )

export const connectedOtherwise = (provider: ProviderName): Refusal =>
  new Refusal(
    'conflict',
    `Another ${titles[provider]} account is connected here, or this one is connected elsewhere. Disconnect it first.`,
    {
      reason: 'connected_otherwise',
    },
  )
