import type { Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { isId } from '../../../platform/ids.ts'
import { requireMember } from '../../organizations/organizations/require-member.ts'
import { firstMembersOf, requireTeam } from '../../organizations/teams/require-team.ts'
import { addToTeam, changeTeam, changeTeamMember, dissolveTeam, takeOutOfTeam } from '../../organizations/teams/teams.writes.ts'
import { decodeCursor, lastId, likePrefix, nextPage } from '../../paging.ts'
import * as contracts from './admin-teams.contract.ts'
import * as queries from './admin-teams.queries.ts'

async function findTeam(ctx: Context, name: string): Promise<queries.AdminTeamRow> {
  const found = await ctx.tx.row(isId(name) ? queries.teamById : queries.teamByHandle, { name })
  if (!found) throw notFound('team', name, 'List them with {listAllTeams}.')
  return found
}

/** Enters the team's own organization: from here on, events are logged there, with the administrator as their author. */
async function enterTeam(
  ctx: Context,
  name: string,
): Promise<{ found: queries.AdminTeamRow; team: Awaited<ReturnType<typeof requireTeam>> }> {
  const found = await findTeam(ctx, name)
  const { id } = found.organization
  ctx.enter({ ...ctx.principal, organization: { id, role: 'owner' } }, id)
  return { found, team: await requireTeam(ctx, found.id) }
}

export const listAllTeams = implement(contracts.listAllTeams, async (ctx, { q, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const values = { before, limit: limit + 1 }
  const rows = q ? await ctx.tx.rows(queries.teamsNamed, { ...values, prefix: likePrefix(q) }) : await ctx.tx.rows(queries.teams, values)
  return nextPage(rows, limit, (row) => [row.id])
})

export const getAnyTeam = implement(contracts.getAnyTeam, async (ctx, { team: name }) => {
  const team = await findTeam(ctx, name)
  ctx.target(team.id)
  return { ...team, people: await firstMembersOf(ctx, team.organization.id, team.id) }
})

export const updateAnyTeam = implement(contracts.updateAnyTeam, async (ctx, { team: name, ...input }) => {
  const { found } = await enterTeam(ctx, name)
  await changeTeam(ctx, found.id, input)
  return findTeam(ctx, found.id)
})

export const deleteAnyTeam = implement(contracts.deleteAnyTeam, async (ctx, { team: name }) => {
  const { found, team } = await enterTeam(ctx, name)
  const { version, deleted_at } = await dissolveTeam(ctx, team)
  return { ...found, version, deleted_at }
})

export const addMemberToAnyTeam = implement(contracts.addMemberToAnyTeam, async (ctx, { team: name, user, role }) => {
  const { team } = await enterTeam(ctx, name)
  return addToTeam(ctx, team, user, role)
})

export const updateMemberOfAnyTeam = implement(contracts.updateMemberOfAnyTeam, async (ctx, { team: name, ...input }) => {
  const { team } = await enterTeam(ctx, name)
  return changeTeamMember(ctx, team, input)
})

export const removeMemberOfAnyTeam = implement(contracts.removeMemberOfAnyTeam, async (ctx, { team: name, user }) => {
  const { team } = await enterTeam(ctx, name)
  return takeOutOfTeam(ctx, team, (await requireMember(ctx, user)).user_id)
})
