import type { Context } from '../../../kernel/context.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { insertPendingLogin } from './second-factor.queries.ts'
import { secondFactorsOf } from './second-factors-of.ts'

const minutes = 5

interface Question {
  second_factor: { token: string; methods: ('totp' | 'recovery_code' | 'passkey')[]; expires_at: string }
}

/** Asks for the second factor if the account has one; the token stands for the first factor, which has been proven. */
export async function askSecondFactor(ctx: Context, user: string, method: string): Promise<Question | null> {
  const factors = await secondFactorsOf(ctx, user)
  if (!factors.required) return null
  const token = newSecret()
  const now = ctx.clock.now()
  const expires = new Date(now.getTime() + minutes * 60_000)
  await ctx.tx.rows(insertPendingLogin, { hash: digest(token), user, method, now, expires_at: expires })
  const methods: Question['second_factor']['methods'] = []
  if (factors.totp) methods.push('totp')
  if (factors.passkeys > 0) methods.push('passkey')
  if (factors.recovery_codes_left > 0) methods.push('recovery_code')
  return { second_factor: { token, methods, expires_at: expires.toISOString() } }
}
