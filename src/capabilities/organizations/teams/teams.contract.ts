import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../../kernel/contract.ts'
import { Invite } from '../invites/invites.contract.ts'
import { Email, Markdown, MemberRef, Name, NewHandle, TeamRef, stamps } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Role = z.enum(['lead', 'member'])
const one = { id: 'team' }

export const Team = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  description: z.string(),
  /** File name of its picture under /files. */
  avatar: z.string().nullable(),
  members: z.int(),
  /** The caller's role in it, if they are in it. */
  role: Role.nullable(),
  ...stamps,
})

export const TeamMember = z.object({
  team_id: Id,
  user_id: Id,
  handle: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  role: Role,
  ...stamps,
})

export const RemovedTeamMember = TeamMember.extend({ deleted_at: Timestamp })

components({ TeamRole: Role, Team, TeamMember, RemovedTeamMember })

export const listTeams = contract({
  summary: 'List the teams you are in; with mine=false all of the current organization',
  realm: 'organization',
  permission: 'team:read',
  effect: 'read',
  stale_after: ['team.*'],
  input: z.strictObject({ mine: z.boolean().default(true), limit: Limit, cursor: Cursor.optional() }),
  output: page(Team),
  http: [{ method: 'GET', path: '/api/teams' }],
})

export const createTeam = contract({
  summary: 'Create a team; you become its lead',
  realm: 'organization',
  permission: 'team:write',
  effect: 'create',
  creates: { ref: 'team', field: 'handle' },
  input: z.strictObject({ name: Name, handle: NewHandle, description: Markdown.max(2000).optional() }),
  output: Team,
  http: [{ method: 'POST', path: '/api/teams' }],
  rehearsal: { input: { handle: '$new_handle' } },
})

export const getTeam = contract({
  summary: 'A team of the current organization',
  realm: 'organization',
  permission: 'team:read',
  effect: 'read',
  stale_after: ['team.*'],
  input: z.strictObject({ team: TeamRef }),
  output: Team,
  http: [{ method: 'GET', path: '/api/teams/:id', params: one }],
})

export const updateTeam = contract({
  summary: 'Change a team’s name or description',
  realm: 'organization',
  permission: 'team:write',
  effect: 'change',
  input: z.strictObject({
    team: TeamRef,
    name: Name.optional(),
    description: Markdown.max(2000).optional(),
    version: Version.optional(),
  }),
  output: Team,
  http: [{ method: 'PATCH', path: '/api/teams/:id', params: one }],
})

export const deleteTeam = contract({
  summary: 'Delete a team; its members stay in the organization',
  realm: 'organization',
  permission: 'team:write',
  effect: 'delete',
  input: z.strictObject({ team: TeamRef }),
  output: Team.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/teams/:id', params: one }],
})

export const listTeamMembers = contract({
  summary: 'List the members of a team',
  realm: 'organization',
  permission: 'team:read',
  effect: 'read',
  stale_after: ['team.*'],
  input: z.strictObject({ team: TeamRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(TeamMember),
  http: [{ method: 'GET', path: '/api/teams/:id/members', params: one }],
})

export const addTeamMember = contract({
  summary: 'Add a member of the organization to a team',
  realm: 'organization',
  permission: 'team:write',
  effect: 'create',
  needs_person: true,
  input: z.strictObject({ team: TeamRef, user: MemberRef, role: Role.default('member') }),
  output: TeamMember,
  http: [{ method: 'POST', path: '/api/teams/:id/members', params: one }],
})

export const inviteToTeam = contract({
  summary: 'Add a member of the organization to a team, or invite someone by mail to both',
  realm: 'organization',
  permission: 'team:write',
  effect: 'create',
  needs_person: true,
  needs_proven_email: ['email'],
  input: z.strictObject({ team: TeamRef, user: MemberRef.optional(), email: Email.optional(), role: Role.default('member') }),
  output: z.object({ member: TeamMember.nullable(), invite: Invite.nullable() }),
  http: [{ method: 'POST', path: '/api/teams/:id/invite', params: one }],
})

export const updateTeamMember = contract({
  summary: 'Change a team member’s role',
  realm: 'organization',
  permission: 'team:write',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ team: TeamRef, user: MemberRef, role: Role, version: Version.optional() }),
  output: TeamMember,
  http: [{ method: 'PATCH', path: '/api/teams/:id/members/:user', params: one }],
  rehearsal: { after: 'addTeamMember', carry: { team: 'team_id', user: 'user_id' }, input: { role: 'lead' } },
})

export const removeTeamMember = contract({
  summary: 'Remove someone, or yourself, from a team',
  realm: 'organization',
  permission: 'team:write',
  effect: 'delete',
  input: z.strictObject({ team: TeamRef, user: MemberRef }),
  output: RemovedTeamMember,
  http: [{ method: 'DELETE', path: '/api/teams/:id/members/:user', params: one }],
  rehearsal: { after: 'addTeamMember', carry: { team: 'team_id', user: 'user_id' } },
})
