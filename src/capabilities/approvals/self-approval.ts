import type { Context } from '../../kernel/context.ts'
import { selfApproval } from './approvals.queries.ts'

/** Whether authors may decide on their own work: the owner has allowed it, and there is nobody else. */
export async function selfApprovalAllowed(ctx: Context): Promise<boolean> {
  return (await ctx.tx.row(selfApproval, [ctx.org]))?.allowed ?? false
}
