import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { activeAccount } from '../login/active-account.ts'
import { completeLogin } from '../login/complete-login.ts'
import * as contracts from './passkeys.contract.ts'
import { provePasskey, verifyAssertion } from './prove-passkey.ts'

export const finishPasskeyLogin = implement(contracts.finishPasskeyLogin, {
  prepare: (ctx, { passkey }) => verifyAssertion(ctx, passkey),
  async handle(ctx, _, signed) {
    const user = await provePasskey(ctx, signed)
    const account = user ? await activeAccount(ctx, user) : undefined
    if (account) return completeLogin(ctx, account, 'passkey')
    const refusal = new Refusal('unauthenticated', 'This passkey was not accepted. Start again, or log in another way.')
    refusal.keep = true
    throw refusal
  },
})
