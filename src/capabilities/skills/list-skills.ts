import { implement } from '../../kernel/operation.ts'
import { allRows, decodeCursor, lastId, nextPage, withTotal } from '../paging.ts'
import * as contracts from './skills.contract.ts'
import { skills } from './skills.queries.ts'
import { toSkill } from './to-skill.ts'

/** An id stays the same when a skill is changed or published, so no page shows one twice and none is passed over. */
export const listSkills = implement(contracts.listSkills, async (ctx, { visibility, tag, q, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  // What strangers published comes into an agent's context only when it is asked for.
  const strangers = ctx.call.door !== 'mcp' || visibility === 'public'
  const filters = [visibility ?? null, tag ?? null, q ?? null, strangers]
  const rows = await ctx.tx.rows(skills, [ctx.org, before, limit + 1, ...filters])
  const page = nextPage(
    rows.map((row) => toSkill(ctx, row)),
    limit,
    (row) => [row.id],
  )
  return withTotal(ctx, cursor, page, skills, [ctx.org, lastId, allRows, ...filters])
})
