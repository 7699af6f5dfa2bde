import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { takeCode } from '../mail/take-mailing.ts'
import { countAttempt, requireAttempts } from '../login/attempts.ts'
import { finishLogin } from '../login/finish-login.ts'
import * as contracts from './mail-login.contract.ts'
import { provenAccount } from './proven-account.ts'

export const verifyCode = implement(contracts.verifyCode, async (ctx, { email, code }) => {
  const address = ctx.call.address ?? 'unknown'
  await requireAttempts(ctx, 'login_address', address)
  const account = (await takeCode(ctx, email, code)) && (await provenAccount(ctx, email))
  if (account) return finishLogin(ctx, account, 'code')
  await countAttempt(ctx, 'login_address', address)
  const refusal = new Refusal('unauthenticated', 'This code is wrong, used or too old. Ask for a new one.')
  refusal.keep = true
  throw refusal
})
