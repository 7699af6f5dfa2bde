import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { beginImpersonation } from '../../identity/impersonations/begin-impersonation.ts'
import { tell } from '../announcements/announce.ts'
import { requireUser } from '../require-user.ts'
import * as contracts from './impersonation.contract.ts'

/** The row commits together with its audit entry and the announcement to the user: an impersonation can't begin unseen. */
export const impersonateUser = implement(contracts.impersonateUser, async (ctx, { id: user, reason }) => {
  const { allowed, minutes } = ctx.services.settings.get('impersonation')
  if (!allowed) throw new Refusal('forbidden', 'Impersonation is turned off on this instance: Administration, Settings, Impersonation.')
  if (user === userOf(ctx)) throw new Refusal('conflict', 'You are yourself already.')
  const target = await requireUser(ctx, user)
  if (target.role === 'admin') throw new Refusal('forbidden', 'You can’t act as another administrator.')
  if (target.suspended_at) throw new Refusal('conflict', 'This user is suspended. Let them back in first: {unsuspendUser}.')
  const begun = await beginImpersonation(ctx, user, reason, minutes)
  await tell(
    ctx,
    user,
    'An administrator acts as you',
    `Until ${begun.ends_at.slice(11, 16)} UTC at the latest. Reason given: ${reason}\n\nYou can end it under Settings, Where you are logged in.`,
  )
  ctx.target(user)
  return begun
})
