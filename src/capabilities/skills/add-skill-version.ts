import { implement } from '../../kernel/operation.ts'
import { changeSkill, requireVersion } from './change-skill.ts'
import { requireOwnSkill } from './require-skill.ts'
import * as contracts from './skills.contract.ts'
import { toSkill } from './to-skill.ts'

export const addSkillVersion = implement(contracts.addSkillVersion, async (ctx, { skill: name, version, ...changes }) => {
  const before = await requireOwnSkill(ctx, name)
  requireVersion(before, version)
  return toSkill(ctx, await changeSkill(ctx, before, changes))
})
