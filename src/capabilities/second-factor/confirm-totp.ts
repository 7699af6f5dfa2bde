import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { openSeed } from './seal-seed.ts'
import * as contracts from './second-factor.contract.ts'
import { totpEnabled } from './second-factor.events.ts'
import { confirmSeed, lockTotp } from './second-factor.queries.ts'
import { matchingStep } from './totp.ts'

export const confirmTotp = implement(contracts.confirmTotp, async (ctx, { code }) => {
  const user = userOf(ctx)
  const now = ctx.clock.now()
  const totp = await ctx.tx.row(lockTotp, [user])
  if (!totp?.next_seed || new Date(totp.next_until ?? 0) <= now) {
    throw new Refusal('conflict', 'There is no secret to confirm, or it has expired. Make one with POST /api/settings/totp/begin.')
  }
  const step = matchingStep(openSeed(ctx, user, totp.next_seed), code, now)
  if (step === undefined) throw new Refusal('invalid', 'This code is wrong. Check your device’s clock and send the code it shows now.')
  await ctx.tx.rows(confirmSeed, [user, step, now])
  const recovery_codes = await replaceRecoveryCodes(ctx, user)
  enterOwnLog(ctx)
  ctx.emit(totpEnabled, { user_id: user })
  ctx.target(user)
  return { recovery_codes }
})
