import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { findOpenInvite } from '../invites/open-invite.ts'
import { countAttempt, requireAttempts } from './attempts.ts'

/** Whether a stranger may make an account here, and whether their address has not made too many. */
export async function requireRegistration(ctx: Context, email: string, invite?: string): Promise<void> {
  const { REGISTRATION, REGISTRATIONS_PER_HOUR } = ctx.services.config
  if (REGISTRATION === 'closed') throw closed('Registration is closed on this instance. Ask its administrator for an account.')
  const address = ctx.call.address ?? 'unknown'
  await requireAttempts(ctx, 'register_address', address, REGISTRATIONS_PER_HOUR)
  await countAttempt(ctx, 'register_address', address)
  if (REGISTRATION === 'open') return
  const found = invite ? await findOpenInvite(ctx, invite) : undefined
  if (found?.email !== email) {
    throw closed('New accounts need an invitation here. Open the link of yours, and register with the address it was sent to.')
  }
}

const closed = (message: string): Refusal => new Refusal('forbidden', message, { reason: 'registration_closed' })
