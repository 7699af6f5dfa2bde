import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { RemovedTeamMember, TeamMember } from '../../organizations/teams/teams.contract.ts'
import { Markdown, MemberRef, Name, TeamRef, stamps } from '../../vocabulary.contract.ts'

const administrator = { realm: 'instance', permission: 'administrator' } as const
const change = { ...administrator, needs_person: true } as const
const Role = z.enum(['lead', 'member'])
const one = { id: 'team' }

const AdminTeam = z.object({
  id: Id,
  organization: z.object({ id: Id, handle: z.string(), name: z.string() }),
  handle: z.string(),
  name: z.string(),
  description: z.string(),
  members: z.int(),
  ...stamps,
})

components({ AdminTeam })

export const listAllTeams = contract({
  ...administrator,
  effect: 'read',
  summary: 'List the teams of all organizations, newest first; q is the beginning of a handle or name',
  stale_after: [],
  input: z.strictObject({ q: z.string().trim().min(1).max(100).optional(), limit: Limit, cursor: Cursor.optional() }),
  output: page(AdminTeam),
  http: [{ method: 'GET', path: '/api/admin/teams' }],
})

export const getAnyTeam = contract({
  ...administrator,
  effect: 'read',
  summary: 'A team of any organization with its first hundred members',
  stale_after: [],
  input: z.strictObject({ team: TeamRef }),
  output: AdminTeam.extend({ people: z.array(TeamMember) }),
  http: [{ method: 'GET', path: '/api/admin/teams/:id', params: one }],
})

export const updateAnyTeam = contract({
  ...change,
  effect: 'change',
  summary: 'Change the name or description of a team of any organization; the organization’s log says who did it',
  input: z.strictObject({ team: TeamRef, name: Name.optional(), description: Markdown.max(2000).optional(), version: Version.optional() }),
  output: AdminTeam,
  http: [{ method: 'PATCH', path: '/api/admin/teams/:id', params: one }],
})

export const deleteAnyTeam = contract({
  ...change,
  effect: 'delete',
  summary: 'Delete a team of any organization; its members stay in the organization',
  input: z.strictObject({ team: TeamRef }),
  output: AdminTeam.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/admin/teams/:id', params: one }],
})

export const addMemberToAnyTeam = contract({
  ...change,
  effect: 'create',
  summary: 'Add a member of its organization to a team',
  input: z.strictObject({ team: TeamRef, user: MemberRef, role: Role.default('member') }),
  output: TeamMember,
  http: [{ method: 'POST', path: '/api/admin/teams/:id/members', params: one }],
})

const member = { team: TeamRef, user: MemberRef }
const ofMember = { path: '/api/admin/teams/:id/members/:user_id', params: { id: 'team', user_id: 'user' } } as const

export const updateMemberOfAnyTeam = contract({
  ...change,
  effect: 'change',
  summary: 'Change the role of a member in a team of any organization',
  input: z.strictObject({ ...member, role: Role, version: Version.optional() }),
  output: TeamMember,
  http: [{ method: 'PATCH', ...ofMember }],
  rehearsal: { after: 'addTeamMember', carry: { team: 'team_id', user: 'user_id' }, input: { role: 'lead' } },
})

export const removeMemberOfAnyTeam = contract({
  ...change,
  effect: 'delete',
  summary: 'Remove a member from a team of any organization',
  input: z.strictObject(member),
  output: RemovedTeamMember,
  http: [{ method: 'DELETE', ...ofMember }],
  rehearsal: { after: 'addTeamMember', carry: { team: 'team_id', user: 'user_id' } },
})
