import { implement } from '../../kernel/operation.ts'
import { changeSkill, requireVersion } from './change-skill.ts'
import { requireSkillVersion } from './require-skill-version.ts'
import { requireOwnSkill } from './require-skill.ts'
import * as contracts from './skills.contract.ts'
import { toSkill } from './to-skill.ts'

export const restoreSkillVersion = implement(contracts.restoreSkillVersion, async (ctx, { skill: name, number, version }) => {
  const before = await requireOwnSkill(ctx, name)
  requireVersion(before, version)
  const { description, body } = await requireSkillVersion(ctx, before, number)
  return toSkill(ctx, await changeSkill(ctx, before, { description, body, restored_from: number }))
})
