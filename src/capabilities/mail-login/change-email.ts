import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { requestMailing } from '../mail/request-mailing.ts'
import { tooSoon } from './ask-for-mail.ts'
import * as contracts from './mail-login.contract.ts'

/** Whether the address is taken is found out by the job, which then sends nothing: nobody learns it by asking. */
export const changeEmail = implement(contracts.changeEmail, async (ctx, { email }) => {
  const user = userOf(ctx)
  const wait = await requestMailing(ctx, 'change', email, user)
  if (wait > 0) throw tooSoon(wait)
  ctx.target(user)
  return { new_email: email, requested_at: ctx.clock.now().toISOString() }
})
