import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import * as contracts from './second-factor.contract.ts'
import { recoveryCodesRenewed } from './second-factor.events.ts'

export const renewRecoveryCodes = implement(contracts.renewRecoveryCodes, async (ctx) => {
  const user = userOf(ctx)
  const recovery_codes = await replaceRecoveryCodes(ctx, user)
  enterOwnLog(ctx)
  ctx.emit(recoveryCodesRenewed, { user_id: user })
  ctx.target(user)
  return { recovery_codes }
})
