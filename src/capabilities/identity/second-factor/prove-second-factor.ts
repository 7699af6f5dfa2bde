import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { digest } from '../../../platform/secrets.ts'
import { activeAccount } from '../login/accounts.ts'
import { countAttempt, forgiveAttempts, requireAttempts } from '../login/attempts.ts'
import { completeLogin } from '../login/finish-login.ts'
import { principalOf } from '../login/open-account.ts'
import { provePasskey, verifyAssertion, type SignedChallenge } from '../passkeys/prove-passkey.ts'
import { onlyProof } from './second-factors-of.ts'
import { proveTotp } from './prove-totp.ts'
import { proveRecoveryCode } from './recovery-codes.ts'
import * as contracts from './second-factor.contract.ts'
import { tryPendingLogin, usePendingLogin } from './second-factor.queries.ts'

const maxTries = 5

type Input = z.output<typeof contracts.proveSecondFactor.input>

export const proveSecondFactor = implement(contracts.proveSecondFactor, {
  prepare: async (ctx, { passkey }) => passkey && verifyAssertion(ctx, passkey),
  async handle(ctx, { token, ...proofs }, signed) {
    const proof = onlyProof(proofs)
    const pending = await ctx.tx.row(tryPendingLogin, { hash: digest(token), max_tries: maxTries, now: ctx.clock.now() })
    const account = pending && (await activeAccount(ctx, pending.user_id))
    if (!account) throw new Refusal('unauthenticated', 'This login has expired or is used up. Log in again from the start.')
    // From here on, only this account's passkeys and codes are visible.
    ctx.enter(principalOf(account.id, account.personal_organization_id), account.personal_organization_id)
    ctx.target(account.id)
    await requireAttempts(ctx, 'second_factor', account.id)
    if (!(await isRight(ctx, account.id, proofs, signed))) {
      await countAttempt(ctx, 'second_factor', account.id)
      throw new Refusal('unauthenticated', 'This second factor is wrong or was used before. Try again, or use another.').committing()
    }
    await forgiveAttempts(ctx, 'second_factor', account.id)
    await ctx.tx.rows(usePendingLogin, { hash: digest(token), now: ctx.clock.now() })
    return completeLogin(ctx, account, `${pending.method}+${proof}`)
  },
})

type Proofs = Omit<Input, 'token' | 'passkey'>

async function isRight(ctx: Context, user: string, { totp, recovery_code }: Proofs, signed?: SignedChallenge): Promise<boolean> {
  if (totp) return proveTotp(ctx, user, totp)
  if (recovery_code) return proveRecoveryCode(ctx, user, recovery_code)
  return signed !== undefined && (await provePasskey(ctx, signed)) === user
}
