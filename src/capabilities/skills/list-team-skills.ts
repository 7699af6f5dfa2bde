import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import { requireTeam } from '../teams/require-team.ts'
import * as contracts from './skills.contract.ts'
import { skillsOfTeam } from './skills.queries.ts'
import { toSkill } from './to-skill.ts'

export const listTeamSkills = implement(contracts.listTeamSkills, async (ctx, { team: name, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const team = await requireTeam(ctx, name)
  const rows = await ctx.tx.rows(skillsOfTeam, [ctx.org, before, limit + 1, team.id])
  return nextPage(
    rows.map((row) => toSkill(ctx, row)),
    limit,
    (row) => [row.id],
  )
})
