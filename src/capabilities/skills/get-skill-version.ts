import { implement } from '../../kernel/operation.ts'
import { requireSkillVersion } from './require-skill-version.ts'
import { requireSkill } from './require-skill.ts'
import * as contracts from './skills.contract.ts'

export const getSkillVersion = implement(contracts.getSkillVersion, async (ctx, { skill: name, number }) =>
  requireSkillVersion(ctx, await requireSkill(ctx, name), number),
)
