import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound, type Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { enterOwnLog } from '../login/accounts.ts'
import { countAttempt, requireAttempts } from '../login/attempts.ts'
import * as contracts from './device-login.contract.ts'
import { deviceApproved, deviceDenied } from './device-login.events.ts'
import { pendingByCode, decide, type RequestRow } from './device-login.queries.ts'
import { userCodeDigest } from './user-code.ts'

const noDevice = (code: string): Refusal => notFound('waiting device', code, 'Compare the code with the one the device shows.')

export const getDevice = implement(contracts.getDevice, async (ctx, { user_code }) => {
  const request = await ctx.tx.row(pendingByCode, { code_hash: userCodeDigest(user_code), now: ctx.clock.now() })
  if (!request) throw noDevice(user_code)
  return request
})

export const approveDevice = implement(contracts.approveDevice, (ctx, { user_code }) => decideDevice(ctx, user_code, 'approved'))

export const denyDevice = implement(contracts.denyDevice, (ctx, { user_code }) => decideDevice(ctx, user_code, 'denied'))

/** The first decision stands; a wrong code counts as a guess. */
async function decideDevice(ctx: Context, code: string, decision: 'approved' | 'denied'): Promise<RequestRow> {
  const user = userOf(ctx)
  await requireAttempts(ctx, 'device_code', user)
  const request = await ctx.tx.row(decide, { code_hash: userCodeDigest(code), now: ctx.clock.now(), decision, user })
  if (!request) {
    await countAttempt(ctx, 'device_code', user)
    throw noDevice(code).committing()
  }
  enterOwnLog(ctx)
  ctx.emit(decision === 'approved' ? deviceApproved : deviceDenied, { user_id: user, client: request.client })
  return request
}
