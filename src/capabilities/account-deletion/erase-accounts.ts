import { implement } from '../../kernel/operation.ts'
import { erasedBefore } from '../organizations/days-to-undo.ts'
import * as contracts from './account-deletion.contract.ts'
import { accountsToErase, eraseAccount } from './account-deletion.queries.ts'

export const eraseAccounts = implement(contracts.eraseAccounts, async (ctx) => {
  const before = erasedBefore(ctx.clock.now())
  const accounts = await ctx.tx.rows(accountsToErase, [before])
  for (const { user_id } of accounts) await ctx.tx.rows(eraseAccount, [user_id, before])
  return { removed: accounts.length }
})
