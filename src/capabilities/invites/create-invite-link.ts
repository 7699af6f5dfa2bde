import { implement } from '../../kernel/operation.ts'
import { digest, newSecret } from '../../platform/secrets.ts'
import { requireTeam } from '../teams/require-team.ts'
import * as contracts from './invites.contract.ts'
import { addLink } from './invites.queries.ts'
import { newInvite } from './new-invite.ts'
import { toInvite } from './to-invite.ts'

export const createInviteLink = implement(contracts.createInviteLink, async (ctx, { role, team, label }) => {
  const joined = team === undefined ? undefined : { id: (await requireTeam(ctx, team)).id, role: 'member' as const }
  const invite = await newInvite(ctx, { role, label, ...(joined && { team: joined }) })
  const secret = newSecret()
  await ctx.tx.rows(addLink, [invite.id, digest(secret), ctx.clock.now()])
  return { ...toInvite(invite), url: `${ctx.services.config.APP_URL}/invite#${secret}` }
})
