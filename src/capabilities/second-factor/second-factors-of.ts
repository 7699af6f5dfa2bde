import type { Context } from '../../kernel/context.ts'
import { passkeysOf } from '../passkeys/passkeys-of.ts'
import { countFactors } from './second-factor.queries.ts'

export interface SecondFactors {
  /** Whether a login by one factor is asked for another. */
  required: boolean
  totp: boolean
  passkeys: number
  recovery_codes_left: number
}

export async function secondFactorsOf(ctx: Context, user: string): Promise<SecondFactors> {
  const factors = await ctx.tx.row(countFactors, [user])
  const passkeys = await passkeysOf(ctx, user)
  const totp = factors?.totp ?? false
  return { required: totp || passkeys.second_factors > 0, totp, passkeys: passkeys.all, recovery_codes_left: factors?.recovery_codes ?? 0 }
}
