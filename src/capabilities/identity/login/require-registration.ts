import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { isLoopback } from '../../../platform/addresses.ts'
import { findOpenInvite } from '../../organizations/invites/open-invite.ts'
import { countAttempt, requireAttempts } from './attempts.ts'

/**
 * Whether a stranger may make an account here, and whether their address has not made too many. Whoever is invited does not count: a
 * team that shares an office gets in on one day.
 */
export async function requireRegistration(ctx: Context, email: string, invite?: string): Promise<void> {
  const { NODE_ENV, REGISTRATIONS_PER_HOUR } = ctx.services.config
  const { mode } = ctx.services.settings.get('registration')
  if (mode === 'closed') throw closed('Registration is closed on this instance. Ask its administrator for an account.')
  if (invite && (await isInvited(ctx, email, invite))) return
  if (mode === 'invite') {
    throw closed(
      'New accounts need an invitation here. Open the link of yours, and register with the address it was sent to, if it names one.',
    )
  }
  const address = ctx.call.address ?? 'unknown'
  if (NODE_ENV === 'development' && isLoopback(address)) return
  await requireAttempts(ctx, 'register_address', address, REGISTRATIONS_PER_HOUR)
  await countAttempt(ctx, 'register_address', address)
}

/** An invite makes one account: one that was mailed for its address, a link for the first that shows it. */
async function isInvited(ctx: Context, email: string, token: string): Promise<boolean> {
  const invite = await findOpenInvite(ctx, token)
  if (!invite) return false
  return invite.email === null ? invite.held_by === null : invite.email === email
}

const closed = (message: string): Refusal => new Refusal('forbidden', message, { reason: 'registration_closed' })
