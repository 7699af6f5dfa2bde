import type { Context } from '../../../kernel/context.ts'
import { lockTotp, spendStep } from './second-factor.queries.ts'
import { matchingStep } from './totp.ts'

/** Whether this is a code of the user's authenticator app, for a time step later than any used before. */
export async function proveTotp(ctx: Context, user: string, code: string): Promise<boolean> {
  const totp = await ctx.tx.row(lockTotp, { user })
  if (!totp?.seed) return false
  const step = matchingStep(openSeed(ctx, user, totp.seed), code, ctx.clock.now())
  if (step === undefined || step <= totp.last_step) return false
  await ctx.tx.rows(spendStep, { user, step })
  return true
}

/** The context that a sealed seed is bound to. */
export const seedPlace = (user: string): string => `totp:${user}`

/** A seed must be read back, so it is sealed, and opens for its own user only. */
export const sealSeed = (ctx: Context, user: string, seed: string): Buffer => ctx.services.secretBox.seal(seed, seedPlace(user))

export const openSeed = (ctx: Context, user: string, sealed: Buffer): string => ctx.services.secretBox.open(sealed, seedPlace(user))
