import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { enterOwnLog } from '../login/enter-own-log.ts'
import { passkeysOf } from '../passkeys/passkeys-of.ts'
import * as contracts from './second-factor.contract.ts'
import { totpDisabled } from './second-factor.events.ts'
import { deleteRecoveryCodes, deleteTotp } from './second-factor.queries.ts'

export const removeTotp = implement(contracts.removeTotp, async (ctx) => {
  const user = userOf(ctx)
  const removed = await ctx.tx.row(deleteTotp, [user])
  if (!removed?.seed) throw new Refusal('not_found', 'Your account has no authenticator app. Add one with POST /api/settings/totp/begin.')
  // Recovery codes stand in for any second factor: they go with the last one.
  if ((await passkeysOf(ctx, user)).second_factors === 0) await ctx.tx.rows(deleteRecoveryCodes, [user])
  enterOwnLog(ctx)
  ctx.emit(totpDisabled, { user_id: user })
  ctx.target(user)
  return { deleted_at: ctx.clock.now().toISOString() }
})
