import type { Context } from '../../kernel/context.ts'
import { requireReadableSkill } from './require-skill.ts'
import { namedByIds } from './skills.queries.ts'

/** The ids of skills the caller names, each of which they must be able to read. */
export async function skillIdsOf(ctx: Context, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of new Set(names)) ids.push((await requireReadableSkill(ctx, name)).skill.id)
  return [...new Set(ids)]
}

/** Of these skills, those the caller may read, by name. */
export async function namedSkills(ctx: Context, ids: readonly string[]) {
  return ids.length === 0 ? [] : ctx.tx.rows(namedByIds, [ctx.org, ids])
}
