import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { enterOwnLog } from '../login/accounts.ts'
import { accountOf } from '../login/open-session.ts'
import { passkeysOf } from '../passkeys/passkeys-of.ts'
import { openSeed, sealSeed } from './prove-totp.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import * as contracts from './second-factor.contract.ts'
import { recoveryCodesRenewed, totpDisabled, totpEnabled } from './second-factor.events.ts'
import { confirmSeed, deleteRecoveryCodes, deleteTotp, lockTotp, storeNextSeed } from './second-factor.queries.ts'
import { secondFactorsOf } from './second-factors-of.ts'
import { matchingStep, newSeed, otpauthUrl } from './totp.ts'

export const getSecondFactor = implement(contracts.getSecondFactor, (ctx) => secondFactorsOf(ctx, userOf(ctx)))

const minutes = 15

/** A seed in use stays in use until the new one is confirmed, so that changing phones never leaves an account without one. */
export const beginTotp = implement(contracts.beginTotp, async (ctx) => {
  const user = userOf(ctx)
  const { email } = await accountOf(ctx, user)
  const secret = newSeed()
  const expires = new Date(ctx.clock.now().getTime() + minutes * 60_000)
  await ctx.tx.rows(storeNextSeed, { user, next_seed: sealSeed(ctx, user, secret), until: expires })
  enterOwnLog(ctx)
  return { secret, url: otpauthUrl(secret, 'Baton', email), expires_at: expires.toISOString() }
})

export const confirmTotp = implement(contracts.confirmTotp, async (ctx, { code }) => {
  const user = userOf(ctx)
  const now = ctx.clock.now()
  const totp = await ctx.tx.row(lockTotp, { user })
  if (!totp?.next_seed || new Date(totp.next_until ?? 0) <= now) {
    throw new Refusal('conflict', 'There is no secret to confirm, or it has expired. Make one with {beginTotp}.')
  }
  const step = matchingStep(openSeed(ctx, user, totp.next_seed), code, now)
  if (step === undefined) throw new Refusal('invalid', 'This code is wrong. Check your device’s clock and send the code it shows now.')
  await ctx.tx.rows(confirmSeed, { user, step, now })
  const recovery_codes = await replaceRecoveryCodes(ctx, user)
  enterOwnLog(ctx)
  ctx.emit(totpEnabled, { user_id: user })
  ctx.target(user)
  return { recovery_codes }
})

export const removeTotp = implement(contracts.removeTotp, async (ctx) => {
  const user = userOf(ctx)
  const removed = await ctx.tx.row(deleteTotp, { user })
  if (!removed?.seed) throw new Refusal('not_found', 'Your account has no authenticator app. Add one with {beginTotp}.')
  // Recovery codes stand in for a second factor, so they go with the last one.
  if ((await passkeysOf(ctx, user)).second_factors === 0) await ctx.tx.rows(deleteRecoveryCodes, { user })
  enterOwnLog(ctx)
  ctx.emit(totpDisabled, { user_id: user })
  ctx.target(user)
  return { deleted_at: ctx.clock.now().toISOString() }
})

export const renewRecoveryCodes = implement(contracts.renewRecoveryCodes, async (ctx) => {
  const user = userOf(ctx)
  const recovery_codes = await replaceRecoveryCodes(ctx, user)
  enterOwnLog(ctx)
  ctx.emit(recoveryCodesRenewed, { user_id: user })
  ctx.target(user)
  return { recovery_codes }
})
