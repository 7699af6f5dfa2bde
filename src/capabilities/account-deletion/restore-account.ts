import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { digest } from '../../platform/secrets.ts'
import { completeLogin } from '../login/complete-login.ts'
import { principalOf } from '../login/open-account.ts'
import { accountOf } from '../login/open-session.ts'
import { undoUntil } from '../organizations/days-to-undo.ts'
import * as contracts from './account-deletion.contract.ts'
import { accountRestored } from './account-deletion.events.ts'
import * as queries from './account-deletion.queries.ts'

export const restoreAccount = implement(contracts.restoreAccount, async (ctx, { token }) => {
  const now = ctx.clock.now()
  const found = await ctx.tx.row(queries.accountToRestore, [digest(token), now])
  if (!found || undoUntil(found.closed_at) <= now) {
    throw new Refusal('unauthenticated', 'This restore token was used or has expired. Log in again for another.')
  }
  ctx.enter(principalOf(found.user_id, found.personal_org_id), found.personal_org_id)
  await ctx.tx.rows(queries.reopenOrganizations, [])
  await ctx.tx.rows(queries.reopenAccount, [found.user_id, now])
  await ctx.tx.rows(queries.setUserClosed, [found.user_id, null])
  ctx.emit(accountRestored, { user_id: found.user_id })
  return completeLogin(ctx, await accountOf(ctx, found.user_id), 'restore')
})
