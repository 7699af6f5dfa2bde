import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { digest } from '../../../platform/secrets.ts'
import { erasedBefore, undoUntil } from '../../organizations/organizations/require-organization.ts'
import { completeLogin } from '../login/finish-login.ts'
import { principalOf } from '../login/open-account.ts'
import { accountOf } from '../login/open-session.ts'
import * as contracts from './account-deletion.contract.ts'
import { accountRestored } from './account-deletion.events.ts'
import * as queries from './account-deletion.queries.ts'
import { accountsToErase, eraseAccount as erase } from './account-deletion.queries.ts'

export const restoreAccount = implement(contracts.restoreAccount, async (ctx, { token }) => {
  const now = ctx.clock.now()
  const found = await ctx.tx.row(queries.accountToRestore, { hash: digest(token), now })
  if (!found || undoUntil(found.closed_at) <= now) {
    throw new Refusal('unauthenticated', 'This restore token was used or has expired. Log in again for another.')
  }
  ctx.enter(principalOf(found.user_id, found.personal_org_id), found.personal_org_id)
  await ctx.tx.rows(queries.reopenOrganizations, {})
  await ctx.tx.rows(queries.reopenAccount, { user_id: found.user_id, now })
  await ctx.tx.rows(queries.setUserClosed, { id: found.user_id, closed_at: null })
  ctx.emit(accountRestored, { user_id: found.user_id })
  return completeLogin(ctx, await accountOf(ctx, found.user_id), 'restore')
})

const atOnce = 1000

/** Erases each account in its own transaction, so that one failure doesn't stop the others. */
export const eraseAccounts = implement(contracts.eraseAccounts, async (ctx) => {
  const due = await ctx.tx.rows(accountsToErase, { before: erasedBefore(ctx.clock.now()), limit: atOnce })
  for (const { user_id } of due) await ctx.enqueue('eraseAccount', { user_id })
  return { queued: due.length }
})

export const eraseAccount = implement(contracts.eraseAccount, async (ctx, { user_id }) => {
  await ctx.tx.rows(erase, { user: user_id, before: erasedBefore(ctx.clock.now()) })
  ctx.target(user_id)
  return { id: user_id }
})
