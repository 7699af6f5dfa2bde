import type { Context } from '../../kernel/context.ts'
import { inviteRevoked, named } from './invites.events.ts'
import { revokeInvitesOf as revoke } from './invites.queries.ts'

/** Whoever leaves takes their open invites along: nobody comes back by one of their own. */
export async function revokeInvitesOf(ctx: Context, user: string): Promise<void> {
  for (const invite of await ctx.tx.rows(revoke, [ctx.org, user, ctx.clock.now()])) ctx.emit(inviteRevoked, named(invite))
}
