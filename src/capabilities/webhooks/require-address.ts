import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { checkAddress } from '../../platform/webhook-sender.ts'

/** Refuses an address that could not be sent to; the same is asked again at every delivery, since names move. */
export async function requireAddress(ctx: Context, url: string): Promise<void> {
  const problem = await checkAddress(url, ctx.services.config.PRIVATE_ADDRESSES === 'allow')
  if (problem) throw new Refusal('invalid', `url: ${problem}`, { errors: [{ field: 'url', message: problem }] })
}
