import type { TxContext } from '../../kernel/context.ts'
import { sessionOfDevice } from './mail.queries.ts'

/**
 * A name for the calling device, if it has logged in to the account of this address before and that login did not end for
 * a reason to distrust it. Such a device is counted by itself: what strangers try at the same account does not slow it down.
 */
export async function knownDevice(ctx: TxContext, email: string): Promise<string | null> {
  const session = ctx.call.deviceToken ? ctx.services.deviceTokens.read(ctx.call.deviceToken) : null
  if (!session) return null
  const found = await ctx.tx.row(sessionOfDevice, { session, email })
  return found ? session : null
}
