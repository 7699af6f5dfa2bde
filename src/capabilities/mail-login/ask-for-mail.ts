import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { MailingKind } from '../mail/mailings.ts'
import { requestMailing, resendAfter } from '../mail/request-mailing.ts'

/** No account is looked up here: known and unknown addresses get the same answer after the same work. */
export async function askForMail(ctx: Context, kind: MailingKind, email: string): Promise<{ accepted: true; resend_after: number }> {
  const wait = await requestMailing(ctx, kind, email)
  if (wait > 0) throw tooSoon(wait)
  return { accepted: true, resend_after: resendAfter }
}

export const tooSoon = (wait: number): Refusal =>
  new Refusal('rate_limited', `A mail was asked for already. Look into the spam folder, or wait ${wait} seconds and ask again.`, {
    retry_after: wait,
  })
