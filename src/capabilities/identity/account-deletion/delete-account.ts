import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { endCredentials, enterOwnLog } from '../login/accounts.ts'
import { undoUntil } from '../../organizations/organizations/require-organization.ts'
import * as contracts from './account-deletion.contract.ts'
import { accountClosed } from './account-deletion.events.ts'
import * as queries from './account-deletion.queries.ts'
import { requireAnotherAdministrator } from './require-another-administrator.ts'

/** Organizations that only the caller belongs to are closed too; one with other members needs another owner first. */
export const deleteAccount = implement(contracts.deleteAccount, async (ctx) => {
  const user = userOf(ctx)
  const now = ctx.clock.now()
  enterOwnLog(ctx)
  await requireAnotherAdministrator(ctx, user)
  const shared = await ctx.tx.rows(queries.closeOrganizations, { now })
  if (shared.length > 0) {
    const names = shared.map(({ handle }) => handle)
    throw new Refusal('conflict', `You are the last owner of ${names.join(', ')}. Transfer or delete what others share with you first.`, {
      organizations: names,
    })
  }
  await ctx.tx.rows(queries.closeAccount, { user, now })
  await ctx.tx.rows(queries.setUserClosed, { id: user, closed_at: now })
  await endCredentials(ctx, user, 'account_closed')
  ctx.emit(accountClosed, { user_id: user })
  ctx.target(user)
  return { id: user, deleted_at: now.toISOString(), restore_until: undoUntil(now.toISOString()).toISOString() }
})
