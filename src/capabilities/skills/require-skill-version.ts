import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { skillVersion, type SkillRow, type VersionRow } from './skills.queries.ts'

export async function requireSkillVersion(ctx: Context, skill: SkillRow, number: number): Promise<VersionRow & { body: string }> {
  const found = await ctx.tx.row(skillVersion, [ctx.org, skill.id, number])
  if (!found) throw notFound('version of this skill', String(number), `Its newest is ${skill.revision}.`)
  return found
}
