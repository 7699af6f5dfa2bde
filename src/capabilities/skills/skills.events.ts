import { event } from '../../kernel/events.ts'
import type { SkillRow } from './skills.queries.ts'

/** The log scopes events by owner and project, not by team, so events of one team's skill go to its owner only. */
const place = ({ skill }: { skill: SkillRow }) => ({
  subject_id: skill.id,
  owner_id: skill.visibility === 'personal' || skill.team_id ? skill.owner_id : null,
})

export const skillCreated = event<{ skill: SkillRow }>('skill.created', place)
export const skillUpdated = event<{ skill: SkillRow; changed: string[] }>('skill.updated', place)
export const skillDeleted = event<{ skill: SkillRow }>('skill.deleted', place)
export const skillRestored = event<{ skill: SkillRow }>('skill.restored', place)
/** By the administrators of the instance. */
export const skillTakenDown = event<{ skill: SkillRow }>('skill.taken_down', place)
export const skillTakedownLifted = event<{ skill: SkillRow }>('skill.takedown_lifted', place)
