import { system } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { agentForSystem } from '../../agents/agents/require-agent.ts'
import { requireAnotherAdministrator } from '../../identity/account-deletion/require-another-administrator.ts'
import { takeOut } from '../../organizations/organizations/organizations.writes.ts'
import { findMember, lockOwners } from '../../organizations/organizations/require-member.ts'
import { haltAgent } from '../../sessions/control/halt-agent.ts'
import { endLeases } from '../../work/leases/agent-leases.ts'
import { requireUser } from '../require-user.ts'
import * as contracts from './offboarding.contract.ts'
import { userOffboarded } from './offboarding.events.ts'
import * as queries from './offboarding.queries.ts'

type Ends = (typeof contracts.offboardUser.output)['_zod']['output']['ends']

/** Everything that grants access ends in this transaction; a job per organization then logs the consequences there. */
export const offboardUser = implement(contracts.offboardUser, async (ctx, { id, preview, reason }) => {
  if (id === ctx.principal.user) throw new Refusal('conflict', 'You cannot let yourself go. Ask another administrator.')
  await requireUser(ctx, id)
  await requireAnotherAdministrator(ctx, id)
  const organizations = await ctx.tx.rows(queries.organizationsOf, { id })
  const { ends } = await ctx.tx.one(queries.offboard, { id, reason, preview, now: ctx.clock.now() })
  if (!preview) {
    ctx.emit(userOffboarded, { user_id: id, reason, ends })
    const { principal, org } = ctx
    for (const organization of organizations) {
      ctx.enter(system(organization.id), organization.id)
      await ctx.enqueue('offboardMember', { user_id: id, reason })
    }
    ctx.enter(principal, org)
  }
  ctx.target(id)
  const last_owner_of = organizations
    .filter(({ personal, last_owner }) => last_owner && !personal)
    .map(({ id: of, handle, name }) => ({ id: of, handle, name }))
  return { user_id: id, preview, ends: ends as Ends, last_owner_of, suspended_at: (await requireUser(ctx, id)).suspended_at }
})

export const offboardMember = implement(contracts.offboardMember, async (ctx, { user_id: user, reason }) => {
  const agents = await ctx.tx.rows(queries.activeAgents, { org: ctx.org, user })
  let released = 0
  for (const { id } of agents) {
    const agent = await agentForSystem(ctx, id)
    if (agent) released += (await haltAgent(ctx, agent, reason, null)).released_leases
  }
  released += await endLeases(ctx, await ctx.tx.rows(queries.leasesHeld, { org: ctx.org, user, now: ctx.clock.now() }), true)
  const member = await findMember(ctx, user)
  const owners = await lockOwners(ctx)
  // An organization never loses its last owner: the membership stays, though nobody can log in as that user.
  const stays = !member || (member.role === 'owner' && !owners.some(({ user_id }) => user_id !== user))
  if (member && !stays) await takeOut(ctx, member)
  return { stopped_agents: agents.length, released_leases: released, removed: !stays }
})
