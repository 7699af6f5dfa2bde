import { implement } from '../../kernel/operation.ts'
import { decodeCursor, nextPage } from '../paging.ts'
import { requireSkill } from './require-skill.ts'
import * as contracts from './skills.contract.ts'
import { skillVersions } from './skills.queries.ts'

const last = 2_147_483_647

export const listSkillVersions = implement(contracts.listSkillVersions, async (ctx, { skill: name, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['number']) ?? [last]
  const skill = await requireSkill(ctx, name)
  return nextPage(await ctx.tx.rows(skillVersions, [ctx.org, skill.id, before, limit + 1]), limit, (row) => [row.number])
})
