import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { isLoopback } from '../../../platform/addresses.ts'
import { findOpenInvite } from '../../organizations/invites/open-invite.ts'
import { countAttempt, requireAttempts } from './attempts.ts'

/**
 * Checks whether a stranger may create an account here, and whether their address has created too many. Invited people don't count: a team
 * that shares an office can register on the same day.
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

/** An invitation creates one account: a mailed one for its address, a link for the first person who presents it. */
async function isInvited(ctx: Context, email: string, token: string): Promise<boolean> {
  const invite = await findOpenInvite(ctx, token)
  if (!invite) return false
  return invite.email === null ? invite.held_by === null : invite.email === email
}

const closed = (message: string): Refusal => new Refusal('forbidden', message, { reason: 'registration_closed' })
