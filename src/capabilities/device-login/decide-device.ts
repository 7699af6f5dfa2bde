import type { Context } from '../../kernel/context.ts'
import { userOf } from '../../kernel/context.ts'
import { notFound, type Refusal } from '../../kernel/errors.ts'
import { countAttempt, requireAttempts } from '../login/attempts.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { deviceApproved, deviceDenied } from './device-login.events.ts'
import { decide, type RequestRow } from './device-login.queries.ts'
import { userCodeDigest } from './user-code.ts'

export const noDevice = (code: string): Refusal => notFound('waiting device', code, 'Compare the code with the one the device shows.')

/** Who decides first has decided; a wrong code counts as a guess. */
export async function decideDevice(ctx: Context, code: string, decision: 'approved' | 'denied'): Promise<RequestRow> {
  const user = userOf(ctx)
  await requireAttempts(ctx, 'device_code', user)
  const request = await ctx.tx.row(decide, [userCodeDigest(code), ctx.clock.now(), decision, user])
  if (!request) {
    await countAttempt(ctx, 'device_code', user)
    const refusal = noDevice(code)
    refusal.keep = true
    throw refusal
  }
  enterOwnLog(ctx)
  ctx.emit(decision === 'approved' ? deviceApproved : deviceDenied, { user_id: user, client: request.client })
  return request
}
