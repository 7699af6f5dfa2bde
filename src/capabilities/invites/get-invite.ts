import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { digest } from '../../platform/secrets.ts'
import * as contracts from './invites.contract.ts'
import { shownInvite } from './invites.queries.ts'
import { toInvite } from './to-invite.ts'

export const getInvite = implement(contracts.getInvite, async (ctx, { token }) => {
  const invite = await ctx.tx.row(shownInvite, [digest(token), ctx.clock.now()])
  if (invite) return toInvite(invite)
  throw new Refusal('not_found', 'This invitation was answered, revoked or has expired. Ask whoever invited you for a new one.')
})
