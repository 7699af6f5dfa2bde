import { implement } from '../../kernel/operation.ts'
import { changeSkill } from './change-skill.ts'
import { requireOwnSkill } from './require-skill.ts'
import * as contracts from './skills.contract.ts'
import { toSkill } from './to-skill.ts'

export const restoreSkill = implement(contracts.restoreSkill, async (ctx, { skill: name }) => {
  const before = await requireOwnSkill(ctx, name, 'deleted')
  // Going public is a decision of its own.
  const visibility = before.visibility === 'public' ? 'team' : before.visibility
  return toSkill(ctx, await changeSkill(ctx, before, { deleted_at: null, visibility }))
})
