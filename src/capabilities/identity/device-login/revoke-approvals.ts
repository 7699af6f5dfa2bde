import type { Context } from '../../../kernel/context.ts'
import { removeDecidedBy } from './device-login.queries.ts'

/** Devices that were approved but haven't polled since get no session any more. */
export async function revokeApprovals(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(removeDecidedBy, { user })
}
