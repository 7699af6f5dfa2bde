import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import * as impersonations from '../../identity/impersonations/impersonations.queries.ts'
import { tell } from '../announcements/announce.ts'
import { requireUser } from '../require-user.ts'
import * as contracts from './impersonation.contract.ts'

/** The row commits with its audit entry and with what tells the user: it cannot begin unseen. */
export const impersonateUser = implement(contracts.impersonateUser, async (ctx, { id: user, reason }) => {
  const administrator = userOf(ctx)
  const { allowed, minutes } = ctx.services.settings.get('impersonation')
  if (!allowed) throw new Refusal('forbidden', 'Impersonation is turned off on this instance: Administration, Settings, Impersonation.')
  if (user === administrator) throw new Refusal('conflict', 'You are yourself already.')
  const target = await requireUser(ctx, user)
  if (target.role === 'admin') throw new Refusal('forbidden', 'Nobody acts as another administrator.')
  if (target.suspended_at) throw new Refusal('conflict', 'This user is suspended. Let them back in first: {unsuspendUser}.')
  const now = ctx.clock.now()
  const session = ctx.principal.credential.id
  const id = newId()
  const ends_at = new Date(now.getTime() + minutes * 60_000)
  await ctx.tx.rows(impersonations.endOfSession, { session, by: administrator, now })
  await ctx.tx.rows(impersonations.insertImpersonation, { id, session, administrator, user, reason, now, ends_at })
  await ctx.enqueue('tellOfImpersonation', { impersonation_id: id })
  await tell(
    ctx,
    user,
    'An administrator acts as you',
    `Until ${ends_at.toISOString().slice(11, 16)} UTC at the latest. Reason given: ${reason}\n\nYou can end it under Settings, Sessions.`,
  )
  ctx.target(user)
  return ctx.tx.one(impersonations.impersonationById, { id })
})
