import type { Context } from '../../../kernel/context.ts'
import { removeDecidedBy } from './device-login.queries.ts'

/** Devices that were approved and have not asked yet get nothing any more. */
export async function revokeApprovals(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(removeDecidedBy, { user })
}
