import { verify } from '@node-rs/argon2'
import type { z } from 'zod'
import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { takeCode } from '../mail/take-mailing.ts'
import { provePasskey } from '../passkeys/prove-passkey.ts'
import { onlyProof } from '../second-factor/only-proof.ts'
import { proveTotp } from '../second-factor/prove-totp.ts'
import { countAttempt, forgiveAttempts, requireAttempts } from './attempts.ts'
import { enterOwnLog } from './enter-own-log.ts'
import { steppedUp } from './login.events.ts'
import { renewAuthentication } from './login.queries.ts'
import { accountOf } from './open-session.ts'
import * as contracts from './step-up.contract.ts'

type Proofs = z.output<typeof contracts.stepUp.input>

export const stepUp = implement(contracts.stepUp, async (ctx, proofs) => {
  const user = userOf(ctx)
  const { kind, id: session } = ctx.principal.credential
  if (kind !== 'interactive' || !session) {
    throw new Refusal('needs_person', 'Only a person who has logged in can step up; keys, tokens and devices cannot.')
  }
  const method = onlyProof(proofs)
  await requireAttempts(ctx, 'step_up', user)
  enterOwnLog(ctx)
  ctx.target(session)
  if (!(await isRight(ctx, user, proofs))) {
    await countAttempt(ctx, 'step_up', user)
    const refusal = new Refusal('invalid', 'This proof is wrong or was used before. Try again, or prove yourself another way.')
    refusal.keep = true
    throw refusal
  }
  await forgiveAttempts(ctx, 'step_up', user)
  const now = ctx.clock.now()
  await ctx.tx.rows(renewAuthentication, [session, now])
  ctx.emit(steppedUp, { user_id: user, session_id: session, method })
  return { authenticated_at: now.toISOString() }
})

async function isRight(ctx: Context, user: string, { password, totp, code, passkey }: Proofs): Promise<boolean> {
  if (totp) return proveTotp(ctx, user, totp)
  if (passkey) return (await provePasskey(ctx, passkey)) === user
  const account = await accountOf(ctx, user)
  if (code) return account.email_verified && takeCode(ctx, account.email, code)
  return password !== undefined && account.password_hash !== null && verify(account.password_hash, password)
}
