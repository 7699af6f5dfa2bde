import type { Context } from '../../kernel/context.ts'
import type { InviteRow } from './invites.queries.ts'
import { newInvite, type NewInvite } from './new-invite.ts'

/** Stores an invite to an address and has it mailed. */
export async function inviteByMail(ctx: Context, input: NewInvite & { email: string }): Promise<InviteRow & { email: string }> {
  const invite = await newInvite(ctx, input)
  await ctx.enqueue('mailInvite', { invite_id: invite.id }, { patient: true })
  return { ...invite, email: input.email }
}
