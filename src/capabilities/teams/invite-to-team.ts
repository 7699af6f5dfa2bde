import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { inviteByMail } from '../invites/invite-by-mail.ts'
import { addToTeam } from './add-team-member.ts'
import { isAdmin, requireLedTeam } from './require-team.ts'
import * as contracts from './teams.contract.ts'

export const inviteToTeam = implement(contracts.inviteToTeam, async (ctx, { team: name, user, email, role }) => {
  const team = await requireLedTeam(ctx, name)
  if ((user === undefined) === (email === undefined)) {
    throw new Refusal('invalid', 'Name either `user`, a member of the organization, or `email`, an address to invite.')
  }
  if (user !== undefined) return { member: await addToTeam(ctx, team, user, role), invite: null }
  if (!isAdmin(ctx)) throw new Refusal('forbidden', 'Only an admin brings somebody new into the organization. Ask one.')
  const invite = await inviteByMail(ctx, { email: email ?? '', role: 'member', team: { id: team.id, role } })
  return { member: null, invite }
})
