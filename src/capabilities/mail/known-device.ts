import type { TxContext } from '../../kernel/context.ts'
import { sessionOfDevice } from './mail.queries.ts'

/**
 * An identifier of the calling device, if it has logged in to the account of this address before and that login did not end for a
 * reason to distrust it. Such a device has counters of its own: strangers' attempts at the same account don't slow it down.
 */
export async function knownDevice(ctx: TxContext, email: string): Promise<string | null> {
  const session = ctx.call.deviceToken ? ctx.services.deviceTokens.read(ctx.call.deviceToken) : null
  if (!session) return null
  const found = await ctx.tx.row(sessionOfDevice, { session, email })
  return found ? session : null
}
