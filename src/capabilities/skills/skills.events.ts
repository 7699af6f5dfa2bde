import { event } from '../../kernel/events.ts'
import type { SkillRow } from './skills.queries.ts'

/** The log knows owners and projects, not teams: what is for one team is told to its owner alone. */
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
