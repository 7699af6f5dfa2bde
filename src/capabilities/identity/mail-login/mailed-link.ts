import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { MailingKind } from '../../mail/mailings.ts'
import { requestMailing, resendAfter } from '../../mail/request-mailing.ts'
import { accountWithEmail } from '../login/accounts.ts'
import { proveEmail } from '../login/prove-email.ts'

type Account = Awaited<ReturnType<typeof proveEmail>>

/** The account of an address whose mail the caller has just proven to read; from now on it is theirs alone. */
export async function provenAccount(ctx: Context, email: string): Promise<Account | null> {
  const account = await accountWithEmail(ctx, email)
  if (!account || account.suspended_at) return null
  return proveEmail(ctx, account)
}

export const usedLink = (): Refusal => new Refusal('unauthenticated', 'This link was used or is too old. Ask for a new one.')

/** No account is looked up here: known and unknown addresses get the same answer after the same work. */
export async function askForMail(ctx: Context, kind: MailingKind, email: string): Promise<{ accepted: true; resend_after: number }> {
  const wait = await requestMailing(ctx, kind, email)
  if (wait > 0) throw tooSoon(wait)
  return { accepted: true, resend_after: resendAfter }
}

export const tooSoon = (wait: number): Refusal =>
  new Refusal('rate_limited', `We already sent an email. Check your spam folder, or wait ${wait} seconds and ask again.`, {
    retry_after: wait,
  })
