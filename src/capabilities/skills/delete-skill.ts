import { implement } from '../../kernel/operation.ts'
import { changeSkill } from './change-skill.ts'
import { requireOwnSkill } from './require-skill.ts'
import * as contracts from './skills.contract.ts'
import { toSkill } from './to-skill.ts'

export const deleteSkill = implement(contracts.deleteSkill, async (ctx, { skill: name }) => {
  const before = await requireOwnSkill(ctx, name)
  return toSkill(ctx, await changeSkill(ctx, before, { deleted_at: ctx.clock.now().toISOString() }))
})
