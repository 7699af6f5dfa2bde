import { event } from '../../../kernel/events.ts'
import type { TeamMemberRow, TeamRow } from './teams.queries.ts'

/** Without the caller's own role in it. */
type Named = Pick<TeamRow, 'id' | 'handle' | 'name' | 'description'>
type Member = Pick<TeamMemberRow, 'team_id' | 'user_id' | 'role'>

const ofTeam = ({ team }: { team: Named }) => ({ subject_id: team.id })
const ofMember = ({ member }: { member: Member }) => ({ subject_id: member.team_id })

export const namedTeam = ({ id, handle, name, description }: Named): { team: Named } => ({ team: { id, handle, name, description } })

export const teamCreated = event<{ team: Named }>('team.created', ofTeam)
export const teamUpdated = event<{ team: Named }>('team.updated', ofTeam)
export const teamDeleted = event<{ team: Named }>('team.deleted', ofTeam)
export const teamMemberAdded = event<{ member: Member }>('team.member_added', ofMember)
export const teamMemberUpdated = event<{ member: Member }>('team.member_updated', ofMember)
export const teamMemberRemoved = event<{ member: Member }>('team.member_removed', ofMember)

/** Visible only to the user concerned: it is about what their own screens show first. */
export const teamChosen = event<{ user_id: string; team_id: string | null }>('team.chosen', ({ user_id, team_id }) => ({
  owner_id: user_id,
  subject_id: team_id,
}))
