import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../kernel/contract.ts'
import { ProjectRef, TeamRef } from '../vocabulary.contract.ts'
import { components } from '../components.contract.ts'
import { Project } from './projects.contract.ts'

const Role = z.enum(['owner', 'editor', 'viewer'])
const GrantRole = z.enum(['editor', 'viewer'])
const one = { id: 'team', project: 'project' }

const TeamProject = Project.extend({
  /** The team's highest role, among all the ways it has access to the project. */
  role: Role,
  /** Granted to the team itself if no workspace is named. */
  by: z.array(z.object({ workspace_id: Id.nullable(), workspace: z.string().nullable(), role: Role })),
})
const TeamGrant = z.object({
  team_id: Id,
  project_id: Id,
  slug: z.string(),
  name: z.string(),
  role: GrantRole,
  created_at: Timestamp,
  updated_at: Timestamp,
})

components({ TeamProject, TeamGrant })

export const listTeamProjects = contract({
  summary: 'List the projects a team has, by a grant or through a workspace, as far as you can see them',
  realm: 'organization',
  permission: 'project:read',
  effect: 'read',
  stale_after: ['project.*', 'workspace.*', 'team.*'],
  input: z.strictObject({ team: TeamRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(TeamProject),
  http: [{ method: 'GET', path: '/api/teams/:id/projects', params: { id: 'team' } }],
  rehearsal: { input: { team: '$team_with_projects' } },
})

export const grantTeamProject = contract({
  summary: 'Give a team access to a project, or change its role; its members get the same access',
  realm: 'organization',
  permission: 'project:write',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ team: TeamRef, project: ProjectRef, role: GrantRole.default('editor') }),
  output: TeamGrant,
  http: [{ method: 'PUT', path: '/api/teams/:id/projects/:project', params: one }],
})

export const revokeTeamProject = contract({
  summary: 'Remove a project from a team; access through a workspace stays',
  realm: 'organization',
  permission: 'project:write',
  effect: 'delete',
  needs_person: true,
  input: z.strictObject({ team: TeamRef, project: ProjectRef }),
  output: TeamGrant.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/teams/:id/projects/:project', params: one }],
  rehearsal: { after: 'grantTeamProject', carry: { team: 'team_id', project: 'project_id' } },
})
