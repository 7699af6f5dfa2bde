import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { requestMailing, resendAfter } from '../mail/request-mailing.ts'
import { accountOf } from '../login/open-session.ts'
import * as contracts from './mail-login.contract.ts'

export const sendVerification = implement(contracts.sendVerification, async (ctx) => {
  const { id, email, email_verified } = await accountOf(ctx, userOf(ctx))
  if (email_verified) return { requested: false, email_verified, resend_after: 0 }
  const wait = await requestMailing(ctx, 'verify', email, id)
  return { requested: wait === 0, email_verified, resend_after: wait || resendAfter }
})
