import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { passkeysOf, removePasskeys } from '../passkeys/passkeys-of.ts'
import * as queries from './second-factor.queries.ts'
import { countFactors } from './second-factor.queries.ts'

interface SecondFactors {
  /** Whether a login with one factor must prove a second one. */
  required: boolean
  totp: boolean
  passkeys: number
  recovery_codes_left: number
}

export async function secondFactorsOf(ctx: Context, user: string): Promise<SecondFactors> {
  const factors = await ctx.tx.row(countFactors, { user })
  const passkeys = await passkeysOf(ctx, user)
  const totp = factors?.totp ?? false
  return { required: totp || passkeys.second_factors > 0, totp, passkeys: passkeys.all, recovery_codes_left: factors?.recovery_codes ?? 0 }
}

/** The name of the single proof that was sent: several at once would make several guesses a single attempt. */
export function onlyProof(proofs: Record<string, unknown>): string {
  const sent = Object.keys(proofs).filter((name) => proofs[name] !== undefined)
  const [proof] = sent
  if (proof && sent.length === 1) return proof
  throw new Refusal('invalid', 'Send exactly one proof of who you are; the reference names those that are taken here.')
}

/** Removes every passkey, authenticator app, recovery code and unfinished login from an account. */
export async function removeSecondFactors(ctx: Context, user: string): Promise<void> {
  await removePasskeys(ctx, user)
  await ctx.tx.rows(queries.deleteTotp, { user })
  await ctx.tx.rows(queries.deleteRecoveryCodes, { user })
  await ctx.tx.rows(queries.deletePendingLoginsOf, { user })
}
