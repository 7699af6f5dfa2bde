import { implement } from '../../kernel/operation.ts'
import * as contracts from './device-login.contract.ts'
import { pendingByCode } from './device-login.queries.ts'
import { noDevice } from './decide-device.ts'
import { userCodeDigest } from './user-code.ts'

export const getDevice = implement(contracts.getDevice, async (ctx, { user_code }) => {
  const request = await ctx.tx.row(pendingByCode, [userCodeDigest(user_code), ctx.clock.now()])
  if (!request) throw noDevice(user_code)
  return request
})
