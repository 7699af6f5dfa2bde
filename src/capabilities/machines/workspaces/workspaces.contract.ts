import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Project } from '../../projects/projects.contract.ts'
import { Markdown, Name, ProjectRef, Slug, TaskRef, TeamRef, stamps } from '../../vocabulary.contract.ts'
import { Checkout, Runnable } from './checkouts.contract.ts'
import { WorkspaceRef } from './workspace-ref.contract.ts'

const read = { realm: 'organization', permission: 'workspace:read', effect: 'read' } as const
const write = { realm: 'organization', permission: 'workspace:write' } as const
const one = { id: 'workspace' }
const maxProjects = 200

/** What a team may do with the projects of a workspace; an owner manages the workspace as well. */
const Role = z.enum(['owner', 'editor', 'viewer'])
const Workspace = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** The caller's role in it: through their teams, as its creator or as an admin of the organization. */
  role: Role.nullable(),
  /** How many of each the caller can see. */
  counts: z.object({ projects: z.int(), teams: z.int(), checkouts: z.int() }),
  created_by: Id,
  ...stamps,
})
const WorkspaceTeam = z.object({
  team_id: Id,
  handle: z.string(),
  name: z.string(),
  role: Role,
  created_at: Timestamp,
  updated_at: Timestamp,
})
const WorkspaceDetails = Workspace.extend({
  projects: z.array(z.object({ id: Id, slug: z.string(), key: z.string(), name: z.string() })),
  teams: z.array(WorkspaceTeam),
  /** Only for callers who have a role in it. */
  checkouts: z.array(Checkout),
  /** For each of its projects whether a task of it can run now, and on which machines. */
  runnable: z.array(Runnable),
})

components({ WorkspaceRole: Role, Workspace, WorkspaceTeam, WorkspaceDetails, WorkspaceRef })

export const listWorkspaces = contract({
  ...read,
  summary: 'List the workspaces of the organization, or those of a team',
  stale_after: ['workspace.*', 'team.*', 'project.*', 'tunnel.deleted'],
  input: z.strictObject({ team: TeamRef.optional(), limit: Limit, cursor: Cursor.optional() }),
  output: page(Workspace),
  http: [
    { method: 'GET', path: '/api/workspaces' },
    {
      method: 'GET',
      path: '/api/teams/:id/workspaces',
      params: { id: 'team' },
      rehearsal: { input: { team: '$team_with_workspaces' } },
    },
  ],
})

const description = Markdown.max(2000)
const projects = z.array(ProjectRef).max(maxProjects)

export const createWorkspace = contract({
  ...write,
  summary: 'Create a workspace; if a team is given, it becomes the owner',
  effect: 'create',
  creates: { ref: 'workspace', field: 'slug' },
  person_for: ['team'],
  input: z.strictObject({
    name: Name,
    slug: Slug.optional(),
    description: description.optional(),
    projects: projects.optional(),
    team: TeamRef.optional(),
  }),
  output: WorkspaceDetails,
  http: [
    { method: 'POST', path: '/api/workspaces' },
    { method: 'POST', path: '/api/teams/:id/workspaces', params: { id: 'team' } },
  ],
  rehearsal: { input: { slug: '$new_handle' } },
})

export const getWorkspace = contract({
  ...read,
  summary: 'A workspace with its projects, teams and checkouts, and whether a task can run there now',
  stale_after: ['workspace.*', 'team.*', 'project.*', 'repository.*', 'tunnel.*'],
  input: z.strictObject({ workspace: WorkspaceRef, task: TaskRef.optional().describe('Say only where this task can run') }),
  output: WorkspaceDetails,
  http: [{ method: 'GET', path: '/api/workspaces/:id', params: one }],
})

export const updateWorkspace = contract({
  ...write,
  summary: 'Change the given fields of a workspace; a list of projects replaces the old one',
  effect: 'change',
  person_for: ['projects'],
  input: z.strictObject({
    workspace: WorkspaceRef,
    name: Name.optional(),
    slug: Slug.optional(),
    description: description.optional(),
    projects: projects.optional(),
    version: Version.optional(),
  }),
  output: WorkspaceDetails,
  http: [
    { method: 'PUT', path: '/api/workspaces/:id', params: one },
    { method: 'PATCH', path: '/api/workspaces/:id', params: one },
  ],
  rehearsal: { input: { slug: '$new_handle' } },
})

export const deleteWorkspace = contract({
  ...write,
  summary: 'Delete a workspace; its projects and teams stay',
  effect: 'delete',
  input: z.strictObject({ workspace: WorkspaceRef }),
  output: Workspace.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/workspaces/:id', params: one }],
})

export const listWorkspaceProjects = contract({
  ...read,
  summary: 'List the projects of a workspace',
  stale_after: ['workspace.*', 'team.*', 'project.*'],
  input: z.strictObject({ workspace: WorkspaceRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Project),
  http: [{ method: 'GET', path: '/api/workspaces/:id/projects', params: one }],
  rehearsal: { input: { workspace: '$workspace_with_projects' } },
})

export const addWorkspaceTeam = contract({
  ...write,
  summary: 'Give a team a role in a workspace, or change it; its members get access to the workspace’s projects',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ workspace: WorkspaceRef, team: TeamRef, role: Role.default('editor') }),
  output: WorkspaceTeam,
  http: [{ method: 'POST', path: '/api/workspaces/:id/teams', params: one }],
})

export const removeWorkspaceTeam = contract({
  ...write,
  summary: 'Remove a team from a workspace, which ends its access to the workspace’s projects',
  effect: 'delete',
  input: z.strictObject({ workspace: WorkspaceRef, team: TeamRef }),
  output: WorkspaceTeam.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/workspaces/:id/teams/:teamId', params: { id: 'workspace', teamId: 'team' } }],
  rehearsal: { after: 'addWorkspaceTeam', carry: { team: 'team_id' } },
})
