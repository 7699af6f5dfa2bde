import { system } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { activeAccount } from '../login/active-account.ts'
import * as contracts from './passwords.contract.ts'
import { passwordResetOffered } from './passwords.events.ts'

/** By a job, since a transaction writes one log, and that of an administrator's act is the instance's. */
export const tellOfPasswordReset = implement(contracts.tellOfPasswordReset, async (ctx, { user_id }) => {
  const account = await activeAccount(ctx, user_id)
  if (!account) return { told: false }
  ctx.enter(system(account.personal_organization_id), account.personal_organization_id)
  ctx.emit(passwordResetOffered, { user_id })
  return { told: true }
})
