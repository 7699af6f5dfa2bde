import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { requireMember } from '../organizations/require-member.ts'
import * as queries from './teams.queries.ts'
import type { TeamMemberRow, TeamRow } from './teams.queries.ts'

/** A team of the current organization by handle or id: everybody there sees it. */
export async function requireTeam(ctx: Context, name: string): Promise<TeamRow> {
  const found = await ctx.tx.row(isId(name) ? queries.teamById : queries.teamByHandle, [ctx.org, userOf(ctx), name])
  if (!found) throw notFound('team', name, 'List them with GET /api/teams.')
  return found
}

/** One that the caller may change. */
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
  const found = await ctx.tx.row(queries.teamMember, [ctx.org, team.id, user_id])
  if (!found) throw notFound('member of this team', name, `List them with GET /api/teams/${team.handle}/members.`)
  return found
}
