import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { detachTeam, inviteByMail } from '../invites/open-invite.ts'
import { requireMember } from '../organizations/require-member.ts'
import { isAdmin, joinTeam, requireLedTeam, requireTeam, requireTeamMember } from './require-team.ts'
import * as contracts from './teams.contract.ts'
import { namedTeam, teamCreated, teamDeleted, teamMemberRemoved, teamMemberUpdated, teamUpdated, teamMemberAdded } from './teams.events.ts'
import * as queries from './teams.queries.ts'
import {
  deleteTeamMember,
  deleteTeam as remove,
  updateTeam as setTeam,
  updateTeamMember as setTeamMember,
  insertTeamMember,
  type TeamMemberRow,
  type TeamRow,
} from './teams.queries.ts'

export const addTeamMember = implement(contracts.addTeamMember, async (ctx, input) =>
  addToTeam(ctx, await requireLedTeam(ctx, input.team), input.user, input.role),
)

export const createTeam = implement(contracts.createTeam, async (ctx, { name, handle, description = '' }) => {
  const id = newId()
  const taken = new Refusal('handle_taken', 'This handle is taken. Choose another.')
  // A deleted team of this organization keeps its handle.
  await ctx.tx
    .rows(queries.insertTeam, { org: ctx.org, id, handle, name, description, user: userOf(ctx), now: ctx.clock.now() })
    .catch((error: unknown) => {
      throw (error as { code?: string }).code === '23505' ? taken : error
    })
  if (!(await ctx.tx.row(queries.claimHandle, { handle, id }))) throw taken
  ctx.emit(teamCreated, namedTeam({ id, handle, name, description }))
  await joinTeam(ctx, id, 'lead')
  ctx.target(id)
  return requireTeam(ctx, id)
})

export const updateTeam = implement(contracts.updateTeam, (ctx, input) => changeTeam(ctx, input.team, input))

/** Only for a lead or an admin. */
export async function changeTeam(
  ctx: Context,
  team: string,
  input: { name?: string | undefined; description?: string | undefined; version?: number | undefined },
): Promise<TeamRow> {
  const before = await requireLedTeam(ctx, team)
  if (input.version !== undefined && input.version !== before.version) {
    throw new Refusal('stale_version', 'Someone changed this team in the meantime. Read it again and retry.')
  }
  const { name = before.name, description = before.description } = input
  ctx.target(before.id)
  if (name === before.name && description === before.description) return before
  await ctx.tx.rows(setTeam, { org: ctx.org, id: before.id, name, description, now: ctx.clock.now() })
  const after = await requireTeam(ctx, before.id)
  ctx.emit(teamUpdated, namedTeam(after))
  return after
}

export const deleteTeam = implement(contracts.deleteTeam, async (ctx, input) => dissolveTeam(ctx, await requireLedTeam(ctx, input.team)))

export async function dissolveTeam(ctx: Context, team: TeamRow): Promise<TeamRow & { deleted_at: string }> {
  const now = ctx.clock.now()
  await ctx.tx.rows(remove, { org: ctx.org, id: team.id, now })
  await detachTeam(ctx, team.id)
  ctx.emit(teamDeleted, namedTeam(team))
  ctx.target(team.id)
  return { ...team, version: team.version + 1, deleted_at: now.toISOString() }
}

export const inviteToTeam = implement(contracts.inviteToTeam, async (ctx, { team: name, user, email, role }) => {
  const team = await requireLedTeam(ctx, name)
  if ((user === undefined) === (email === undefined)) {
    throw new Refusal('invalid', 'Name either `user`, a member of the organization, or `email`, an address to invite.')
  }
  if (user !== undefined) return { member: await addToTeam(ctx, team, user, role), invite: null }
  if (!isAdmin(ctx)) throw new Refusal('forbidden', 'Only admins can add people to the organization. Ask one.')
  const invite = await inviteByMail(ctx, { email: email ?? '', role: 'member', team: { id: team.id, role } })
  return { member: null, invite }
})

export const updateTeamMember = implement(contracts.updateTeamMember, async (ctx, input) =>
  changeTeamMember(ctx, await requireLedTeam(ctx, input.team), input),
)

export async function changeTeamMember(
  ctx: Context,
  team: TeamRow,
  input: { user: string; role: 'lead' | 'member'; version?: number | undefined },
): Promise<TeamMemberRow> {
  const before = await requireTeamMember(ctx, team, input.user)
  if (input.version !== undefined && input.version !== before.version) {
    throw new Refusal('stale_version', 'Someone changed this in the meantime. Read it again and retry.')
  }
  await ctx.tx.rows(setTeamMember, { org: ctx.org, team: team.id, user_id: before.user_id, role: input.role, now: ctx.clock.now() })
  const member = await requireTeamMember(ctx, team, before.user_id)
  ctx.emit(teamMemberUpdated, { member: { team_id: team.id, user_id: member.user_id, role: member.role } })
  ctx.target(team.id)
  return member
}

export const removeTeamMember = implement(contracts.removeTeamMember, async (ctx, input) => {
  const { user_id } = await requireMember(ctx, input.user)
  // Anyone may leave a team.
  const team = user_id === userOf(ctx) ? await requireTeam(ctx, input.team) : await requireLedTeam(ctx, input.team)
  return takeOutOfTeam(ctx, team, user_id)
})

export async function takeOutOfTeam(ctx: Context, team: TeamRow, user_id: string): Promise<TeamMemberRow & { deleted_at: string }> {
  const member = await requireTeamMember(ctx, team, user_id)
  await ctx.tx.rows(deleteTeamMember, { org: ctx.org, team: team.id, user_id })
  ctx.emit(teamMemberRemoved, { member: { team_id: team.id, user_id, role: member.role } })
  ctx.target(team.id)
  return { ...member, deleted_at: ctx.clock.now().toISOString() }
}

export async function addToTeam(ctx: Context, team: TeamRow, name: string, role: 'lead' | 'member'): Promise<TeamMemberRow> {
  const { user_id } = await requireMember(ctx, name)
  await ctx.tx.rows(insertTeamMember, { org: ctx.org, team: team.id, user_id, role, now: ctx.clock.now() }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== '23505') throw error
    throw new Refusal('conflict', 'This user is in the team already. Change the role instead.')
  })
  const member = await requireTeamMember(ctx, team, user_id)
  ctx.emit(teamMemberAdded, { member: { team_id: team.id, user_id, role } })
  ctx.target(team.id)
  return member
}
