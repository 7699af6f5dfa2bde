import { userOf, type TxContext, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../../paging.ts'
import * as contracts from './current-team.contract.ts'
import { requireLedTeam, requireTeam } from './require-team.ts'
import { namedTeam, teamChosen, teamUpdated } from './teams.events.ts'
import * as queries from './teams.queries.ts'
import { changeTeam } from './teams.writes.ts'

const currentOf = (ctx: TxContext) => ctx.tx.row(queries.currentTeam, { org: ctx.org, user: userOf(ctx) })

async function showCurrent(ctx: Context) {
  const current = await currentOf(ctx)
  return { team: current ? await requireTeam(ctx, current.id) : null, chosen: current?.chosen ?? false }
}

async function requireCurrent(ctx: Context): Promise<string> {
  const current = await currentOf(ctx)
  if (!current) throw new Refusal('conflict', 'You have no current team. Choose one of yours first: {chooseTeam}.')
  return current.id
}

export const getCurrentTeam = implement(contracts.getCurrentTeam, showCurrent)

export const chooseTeam = implement(contracts.chooseTeam, async (ctx, { team: name }) => {
  if (ctx.principal.run) throw new Refusal('forbidden', 'A run works on its task: the person it works for chooses their team.')
  const [user, before] = [userOf(ctx), await currentOf(ctx)]
  const team = name === null ? null : await requireTeam(ctx, name)
  if (team && !team.role) throw new Refusal('forbidden', 'You are not in this team. Ask one of its leads to add you, or choose another.')
  if (team) await ctx.tx.rows(queries.chooseTeam, { org: ctx.org, user, team: team.id, now: ctx.clock.now() })
  else await ctx.tx.rows(queries.forgetTeam, { org: ctx.org, user })
  if ((before?.chosen ? before.id : null) !== (team?.id ?? null)) ctx.emit(teamChosen, { user_id: user, team_id: team?.id ?? null })
  return showCurrent(ctx)
})

export const updateCurrentTeam = implement(contracts.updateCurrentTeam, async (ctx, input) =>
  changeTeam(ctx, await requireCurrent(ctx), input),
)

export const listCurrentTeamMembers = implement(contracts.listCurrentTeamMembers, async (ctx, { limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  const current = await currentOf(ctx)
  if (!current) return { items: [], next_cursor: null }
  const rows = await ctx.tx.rows(queries.teamMembers, { org: ctx.org, team: current.id, after, limit: limit + 1 })
  return nextPage(rows, limit, (row) => [row.user_id])
})

/** The database adds the picture that is replaced to the list of files for the worker to remove. */
export const setTeamPicture = implement(contracts.setTeamPicture, async (ctx, input) => {
  const { id } = await requireLedTeam(ctx, input.team ?? (await requireCurrent(ctx)))
  await ctx.tx.rows(queries.setPicture, { org: ctx.org, id, file: input.file, now: ctx.clock.now() })
  const team = await requireTeam(ctx, id)
  ctx.emit(teamUpdated, namedTeam(team))
  ctx.target(id)
  return team
})
