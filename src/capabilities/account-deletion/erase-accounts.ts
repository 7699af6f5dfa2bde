import { implement } from '../../kernel/operation.ts'
import { erasedBefore } from '../organizations/days-to-undo.ts'
import * as contracts from './account-deletion.contract.ts'
import { accountsToErase } from './account-deletion.queries.ts'

const atOnce = 1000

/** Each account is erased in a transaction of its own: one that cannot be stops no other. */
export const eraseAccounts = implement(contracts.eraseAccounts, async (ctx) => {
  const due = await ctx.tx.rows(accountsToErase, [erasedBefore(ctx.clock.now()), atOnce])
  for (const { user_id } of due) await ctx.enqueue('eraseAccount', { user_id })
  return { queued: due.length }
})
