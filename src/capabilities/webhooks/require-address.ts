import type { PhaseContext } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { checkAddress } from '../../platform/webhook-sender.ts'

/** Before the transaction, since a name is looked up: why an address could not be sent to. */
export const problemOf = (ctx: PhaseContext, url: string): Promise<string | null> =>
  checkAddress(url, ctx.services.config.PRIVATE_ADDRESSES === 'allow')

/** Refuses an address that could not be sent to; the same is asked again at every delivery, since names move. */
export function requireAddress(problem: string | null): void {
  if (problem) throw new Refusal('invalid', `url: ${problem}`, { errors: [{ field: 'url', message: problem }] })
}
