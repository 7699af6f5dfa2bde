import { requirePerson } from '../../kernel/authorize.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { changeSkill, requireVersion } from './change-skill.ts'
import { requireOwnSkill } from './require-skill.ts'
import * as contracts from './skills.contract.ts'
import { teamFor } from './skill-place.ts'
import type { SkillRow } from './skills.queries.ts'
import { toSkill } from './to-skill.ts'

export const updateSkill = implement(contracts.updateSkill, async (ctx, { skill: name, team, version, ...changes }) => {
  const before = await requireOwnSkill(ctx, name)
  requireVersion(before, version)
  const visibility = changes.visibility ?? before.visibility
  if (visibility === 'personal' && before.visibility !== 'personal' && before.owner_id !== ctx.principal.user) {
    throw new Refusal('forbidden', 'Only its owner may make a skill personal.')
  }
  const kept = visibility === 'team' ? before.team_id : null
  const team_id = team === undefined ? kept : team === null ? null : await teamFor(ctx, visibility, team)
  if (isWider(before, { visibility, team_id })) requirePerson(ctx.principal, ctx.clock.now())
  return toSkill(ctx, await changeSkill(ctx, before, { ...changes, team_id }))
})

const audience = { personal: 0, team: 1, public: 2 } as const

/** Whether it becomes visible to more people: narrowing the audience needs no person, widening it does. */
function isWider(before: SkillRow, after: Pick<SkillRow, 'visibility' | 'team_id'>): boolean {
  if (after.visibility !== before.visibility) return audience[after.visibility] > audience[before.visibility]
  return before.team_id !== null && after.team_id !== before.team_id
}
