import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { firstId } from '../../paging.ts'
import { requireMember } from '../organizations/require-member.ts'
import { teamMemberAdded } from './teams.events.ts'
import * as queries from './teams.queries.ts'
import { insertTeamMember, type TeamMemberRow, type TeamRow } from './teams.queries.ts'

/** A team of the current organization by handle or id; every member can see it. */
export async function requireTeam(ctx: Context, name: string): Promise<TeamRow> {
  const found = await ctx.tx.row(isId(name) ? queries.teamById : queries.teamByHandle, { org: ctx.org, user: userOf(ctx), name })
  if (!found) throw notFound('team', name, 'List them with {listTeams}.')
  return found
}

/** A team that the caller may change. */
export async function requireLedTeam(ctx: Context, name: string): Promise<TeamRow> {
  const team = await requireTeam(ctx, name)
  if (team.role !== 'lead' && !isAdmin(ctx)) {
    throw new Refusal('forbidden', 'Only a lead of this team or an admin of the organization may do this.')
  }
  return team
}

export function isAdmin({ principal }: Context): boolean {
  return principal.organization?.role === 'owner' || principal.organization?.role === 'admin'
}

export async function requireTeamMember(ctx: Context, team: TeamRow, name: string): Promise<TeamMemberRow> {
  const { user_id } = await requireMember(ctx, name)
  const found = await ctx.tx.row(queries.teamMember, { org: ctx.org, team: team.id, user_id })
  if (!found) throw notFound('member of this team', name, `List them with {listTeamMembers}.`)
  return found
}

/** Adds the caller, who is a member of the organization, to the team. */
export async function joinTeam(ctx: Context, team: string, role: 'lead' | 'member'): Promise<void> {
  const user = userOf(ctx)
  await ctx.tx.rows(insertTeamMember, { org: ctx.org, team, user_id: user, role, now: ctx.clock.now() })
  ctx.emit(teamMemberAdded, { member: { team_id: team, user_id: user, role } })
}

/** The first hundred members, in any organization. */
export const firstMembersOf = (ctx: Context, org: string, team: string): Promise<TeamMemberRow[]> =>
  ctx.tx.rows(queries.teamMembers, { org, team, after: firstId, limit: 100 })

export const memberIdsOf = async (ctx: Context, team: string): Promise<string[]> =>
  (await ctx.tx.rows(queries.memberIds, { org: ctx.org, team })).map(({ user_id }) => user_id)
