import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { countAttempt, forgiveAttempts, requireAttempts } from './attempts.ts'
import { finishLogin } from './finish-login.ts'
import * as contracts from './login.contract.ts'
import { accountByEmail } from './login.queries.ts'

// Somebody without an account waits as long as somebody with a wrong password.
const decoy = hash('no account has this password')

export const login = implement(contracts.login, async (ctx, input) => {
  const address = ctx.call.address ?? 'unknown'
  await requireAttempts(ctx, 'login_account', input.email)
  await requireAttempts(ctx, 'login_address', address)
  const account = await ctx.tx.row(accountByEmail, [input.email])
  const right = await verify(account?.password_hash ?? (await decoy), input.password)
  if (!account?.password_hash || !right || account.suspended_at) {
    await countAttempt(ctx, 'login_account', input.email)
    await countAttempt(ctx, 'login_address', address)
    const refusal = new Refusal('unauthenticated', 'E-mail address or password is wrong.')
    refusal.keep = true
    throw refusal
  }
  await forgiveAttempts(ctx, 'login_account', input.email)
  return finishLogin(ctx, account, 'password')
})
