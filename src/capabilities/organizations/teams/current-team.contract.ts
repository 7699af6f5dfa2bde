import { z } from 'zod'
import { Cursor, Limit, Version, contract, page } from '../../../kernel/contract.ts'
import { Markdown, Name, TeamRef } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'
import { Team, TeamMember } from './teams.contract.ts'

const read = { realm: 'organization', permission: 'team:read', effect: 'read', stale_after: ['team.*'] } as const

/** Having no current team is a valid answer, not an error. */
const CurrentTeam = z.object({
  team: Team.nullable(),
  /** True if you chose it; otherwise it is the only one you are in. */
  chosen: z.boolean(),
})

components({ CurrentTeam })

export const getCurrentTeam = contract({
  ...read,
  summary: 'Your current team in this organization, the same on all your devices',
  input: z.strictObject({}),
  output: CurrentTeam,
  http: [{ method: 'GET', path: '/api/team' }],
})

export const chooseTeam = contract({
  summary: 'Choose which of your teams is your current one; null for none',
  realm: 'organization',
  // A personal setting of what to show first, so viewers may choose too.
  permission: 'team:read',
  effect: 'change',
  input: z.strictObject({ team: TeamRef.nullable() }),
  output: CurrentTeam,
  http: [{ method: 'PUT', path: '/api/team' }],
})

export const updateCurrentTeam = contract({
  summary: 'Change your current team’s name or description',
  realm: 'organization',
  permission: 'team:write',
  effect: 'change',
  input: z.strictObject({ name: Name.optional(), description: Markdown.max(2000).optional(), version: Version.optional() }),
  output: Team,
  http: [{ method: 'PATCH', path: '/api/team' }],
  rehearsal: { after: 'chooseTeam' },
})

export const listCurrentTeamMembers = contract({
  ...read,
  summary: 'List the members of your current team',
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(TeamMember),
  http: [{ method: 'GET', path: '/api/team/members' }],
  rehearsal: { input: { limit: '$limit_in_a_team_of_two' } },
})

/** Uploads have a route of their own, which stores the picture and then calls this. */
export const setTeamPicture = contract({
  summary: 'Set a stored picture for your current team, or another one that you lead',
  realm: 'organization',
  permission: 'team:write',
  effect: 'change',
  input: z.strictObject({ team: TeamRef.optional(), file: z.string().regex(/^[0-9a-f]{32}\.webp$/) }),
  output: Team,
  rehearsal: { after: 'chooseTeam', input: { file: '00000000000000000000000000000000.webp' } },
})
