import type { z } from 'zod'
import { userOf, type Context, type OutsideContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { comparePassword } from '../../../platform/passwords.ts'
import { takeCode } from '../../mail/take-mailing.ts'
import { provePasskey, verifyAssertion, type SignedChallenge } from '../passkeys/prove-passkey.ts'
import { onlyProof } from '../second-factor/second-factors-of.ts'
import { proveTotp } from '../second-factor/prove-totp.ts'
import { countAttempt, forgiveAttempts, requireAttempts } from './attempts.ts'
import type { Compared } from './check-password.ts'
import { enterOwnLog } from './accounts.ts'
import { steppedUp } from './login.events.ts'
import { renewAuthentication } from './login.queries.ts'
import { accountOf } from './open-session.ts'
import * as contracts from './step-up.contract.ts'

type Proofs = z.output<typeof contracts.stepUp.input>

/** What takes a thread to check, and is checked before the transaction. */
interface Checked {
  signed?: SignedChallenge | undefined
  compared?: Compared | undefined
}

const wrong: Record<string, string> = {
  password: 'Wrong password.',
  passkey: 'This passkey was not accepted. Try again, or use another method.',
}

export const stepUp = implement(contracts.stepUp, {
  prepare: checkOutside,
  async handle(ctx, proofs, checked) {
    const user = userOf(ctx)
    const { kind, id: session } = ctx.principal.credential
    if (kind !== 'interactive' || !session) {
      throw new Refusal('needs_person', 'Only a person who has logged in can step up; keys, tokens and devices cannot.')
    }
    const method = onlyProof(proofs)
    await requireAttempts(ctx, 'step_up', user)
    enterOwnLog(ctx)
    ctx.target(session)
    if (!(await isRight(ctx, user, proofs, checked))) {
      await countAttempt(ctx, 'step_up', user)
      throw new Refusal('invalid', wrong[method] ?? 'Wrong or expired code.').committing()
    }
    await forgiveAttempts(ctx, 'step_up', user)
    const now = ctx.clock.now()
    await ctx.tx.rows(renewAuthentication, { session, now })
    ctx.emit(steppedUp, { user_id: user, session_id: session, method })
    return { authenticated_at: now.toISOString() }
  },
})

async function checkOutside(ctx: OutsideContext, { password, passkey }: Proofs): Promise<Checked> {
  if (passkey) return { signed: await verifyAssertion(ctx, passkey) }
  if (password === undefined) return {}
  const user = ctx.principal.user ?? ''
  const compared = await comparePassword(password, () =>
    ctx.transaction('read', async (inside) => {
      await requireAttempts(inside, 'step_up', user)
      return (await accountOf(inside, user)).password_hash
    }),
  )
  return { compared }
}

async function isRight(ctx: Context, user: string, { totp, code }: Proofs, { signed, compared }: Checked): Promise<boolean> {
  if (totp) return proveTotp(ctx, user, totp)
  if (signed) return (await provePasskey(ctx, signed)) === user
  const account = await accountOf(ctx, user)
  if (code) return account.email_verified && takeCode(ctx, account.email, code)
  return compared !== undefined && compared.right && account.password_hash === compared.hash
}
