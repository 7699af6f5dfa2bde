import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../kernel/contract.ts'
import { Handle, Markdown, MemberRef, Name, ProjectRef, Slug, stamps, totals } from '../vocabulary.contract.ts'
import { Activity } from '../log/activity.contract.ts'
import { components } from '../components.contract.ts'

const Visibility = z.enum(['organization', 'private'])
const Settings = z.record(z.string().min(1).max(64), z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]))
const ProjectKey = z
  .string()
  .min(2)
  .max(10)
  .regex(/^[A-Z][A-Z0-9]+$/, 'must be two to ten capital letters and digits')

export const Project = z.object({
  id: Id,
  slug: z.string(),
  key: z.string(),
  name: z.string(),
  description: z.string(),
  settings: Settings,
  visibility: Visibility,
  shared_slug: z.string().nullable(),
  /** What the public sees besides its name and description. */
  shared_parts: z.array(z.string()),
  created_by: Id,
  archived_at: Timestamp.nullable(),
  deleted_at: Timestamp.nullable(),
  ...stamps,
})

const Listed = Project.extend({
  /** Among your favorites. */
  favorite: z.boolean(),
  /** A sample for looking around; excluded from all figures of the organization. */
  sample: z.boolean(),
})

const Statuses = z.object({
  backlog: z.int(),
  todo: z.int(),
  in_progress: z.int(),
  in_review: z.int(),
  complete: z.int(),
  cancelled: z.int(),
})
/** Parts of a project that its public view may show: progress of the work, the epics, the published notes. */
const SharedPart = z.enum(['progress', 'roadmap', 'docs'])
const Details = Project.extend({
  /** You have access only through teams that are viewers in its workspaces, so you may read but not change it. */
  read_only: z.boolean(),
  stats: z.object({ epics: z.int(), stories: z.int(), tasks: Statuses }),
  recent_activity: z.array(Activity),
})

const one = { slug: 'project' }

export const createProject = contract({
  summary: 'Create a project',
  realm: 'organization',
  permission: 'project:write',
  effect: 'create',
  creates: { ref: 'project', field: 'slug' },
  input: z.strictObject({
    name: Name,
    slug: Slug.optional(),
    key: ProjectKey.optional(),
    description: Markdown.optional(),
    settings: Settings.optional(),
    visibility: Visibility.default('organization'),
  }),
  output: Project,
  http: [{ method: 'POST', path: '/api/projects' }],
  mcp: {
    tool: 'create_project',
    category: 'Projects',
    title: 'Create a project',
    description: 'Create a project to hold epics, stories and tasks, when list_projects shows none that fits.',
    concise: ['slug', 'key', 'visibility', 'version'],
  },
  rehearsal: { input: { key: '$new_key', visibility: 'private' } },
})

export const listProjects = contract({
  summary: 'List the projects of the current organization, and in which others you have some',
  realm: 'organization',
  permission: 'project:read',
  effect: 'read',
  stale_after: ['project.*', 'preferences.updated'],
  input: z.strictObject({ archived: z.boolean().default(false), limit: Limit, cursor: Cursor.optional() }),
  output: page(Listed).extend({
    ...totals,
    /** Where else you have projects; switch with the header Baton-Organization. Only on the first page and only for a person's login. */
    other_organizations: z.array(z.object({ handle: z.string(), projects: z.int() })),
  }),
  http: [{ method: 'GET', path: '/api/projects' }],
  mcp: {
    tool: 'list_projects',
    category: 'Projects',
    title: 'List projects',
    description: 'List the projects you can see; start here to find a project’s slug.',
    concise: ['slug', 'key', 'name', 'description', 'archived_at'],
  },
})

export const getProject = contract({
  summary: 'Get a project with stats and recent activity',
  realm: 'organization',
  permission: 'project:read',
  effect: 'read',
  // Not on task events: a page of projects would read all of them again for a single change.
  stale_after: ['project.*', 'workspace.access_changed'],
  input: z.strictObject({ project: ProjectRef }),
  output: Details,
  http: [{ method: 'GET', path: '/api/projects/:slug', params: one }],
  mcp: {
    tool: 'get_project',
    category: 'Projects',
    title: 'Read a project',
    description: 'One project with its stats and recent activity.',
    concise: ['slug', 'key', 'name', 'description', 'visibility', 'archived_at', 'stats', 'recent_activity'],
  },
})

const ProjectChanges = z.strictObject({
  project: ProjectRef,
  name: Name.optional(),
  description: Markdown.optional(),
  settings: Settings.optional(),
  version: Version.optional(),
})

export const updateProject = contract({
  summary: 'Update a project; its former slugs keep working',
  realm: 'organization',
  permission: 'project:write',
  effect: 'change',
  person_for: ['visibility'],
  input: ProjectChanges.extend({ slug: Slug.optional(), visibility: Visibility.optional() }),
  output: Project,
  http: [
    { method: 'PUT', path: '/api/projects/:slug', params: one },
    { method: 'PATCH', path: '/api/projects/:slug', params: one },
  ],
  mcp: {
    tool: 'update_project',
    category: 'Projects',
    title: 'Update a project',
    description: 'Change a project’s name, description or settings; who sees it is changed by a person.',
    concise: ['slug', 'visibility', 'version'],
    idempotent: true,
    shows: ProjectChanges,
  },
})

export const archiveProject = contract({
  summary: 'Archive a project, or restore it',
  realm: 'organization',
  permission: 'project:write',
  effect: 'change',
  input: z.strictObject({ project: ProjectRef, restore: z.boolean().default(false) }),
  output: Project,
  http: [
    { method: 'POST', path: '/api/projects/:slug/archive', params: one, fixed: { restore: false } },
    { method: 'POST', path: '/api/projects/:slug/restore', params: one, fixed: { restore: true } },
  ],
  mcp: {
    tool: 'archive_project',
    category: 'Projects',
    title: 'Archive a project',
    description: 'Hide a finished project from lists, its data kept; restore: true restores it.',
    concise: ['slug', 'archived_at', 'version'],
    idempotent: true,
  },
})

export const deleteProject = contract({
  summary: 'Delete a project',
  realm: 'organization',
  permission: 'project:manage',
  effect: 'delete',
  input: z.strictObject({ project: ProjectRef }),
  output: Project,
  http: [{ method: 'DELETE', path: '/api/projects/:slug', params: one }],
})

export const restoreProject = contract({
  summary: 'Restore a deleted project with everything in it',
  realm: 'organization',
  permission: 'project:manage',
  effect: 'change',
  input: z.strictObject({ project: ProjectRef }),
  output: Project,
  http: [{ method: 'POST', path: '/api/projects/:slug/undelete', params: one }],
  rehearsal: { input: { project: '$deleted_project' } },
})

export const shareProject = contract({
  summary: 'Publish a read-only view of a project: its name and description, and the parts you choose',
  realm: 'organization',
  permission: 'project:manage',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ project: ProjectRef, parts: z.array(SharedPart).max(3).optional() }),
  output: Project,
  http: [{ method: 'POST', path: '/api/projects/:slug/share', params: one }],
})

export const unshareProject = contract({
  summary: 'Unpublish the public view of a project',
  realm: 'organization',
  permission: 'project:manage',
  effect: 'delete',
  input: z.strictObject({ project: ProjectRef }),
  output: Project,
  http: [{ method: 'DELETE', path: '/api/projects/:slug/share', params: one }],
})

const ProjectMember = z.object({ user_id: Id, handle: z.string(), name: z.string(), created_at: Timestamp })

components({ ProjectVisibility: Visibility, TaskCounts: Statuses, Project, ListedProject: Listed, ProjectDetails: Details, ProjectMember })

export const listProjectMembers = contract({
  summary: 'List the members of a project',
  realm: 'organization',
  permission: 'project:read',
  effect: 'read',
  stale_after: ['project.*', 'member.removed'],
  input: z.strictObject({ project: ProjectRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(ProjectMember),
  http: [{ method: 'GET', path: '/api/projects/:slug/members', params: one }],
})

export const addProjectMember = contract({
  summary: 'Give a member of the organization access to a private project',
  realm: 'organization',
  permission: 'project:write',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ project: ProjectRef, user: MemberRef }),
  output: ProjectMember,
  http: [{ method: 'PUT', path: '/api/projects/:slug/members/:user', params: one }],
})

export const removeProjectMember = contract({
  summary: 'Remove a member’s access to a private project',
  realm: 'organization',
  permission: 'project:write',
  effect: 'delete',
  needs_person: true,
  input: z.strictObject({ project: ProjectRef, user: MemberRef }),
  output: ProjectMember.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/projects/:slug/members/:user', params: one }],
  rehearsal: { after: 'addProjectMember', carry: { user: 'user_id' } },
})

export const getPublicProject = contract({
  summary: 'A shared project as the public sees it',
  realm: 'public',
  permission: 'anyone',
  effect: 'read',
  input: z.strictObject({ user: Handle, project: Slug }),
  output: z.object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    parts: z.array(z.string()),
    /** Number of tasks in each state; null if that is not shown. */
    progress: Statuses.nullable(),
    roadmap: z
      .array(
        z.object({
          title: z.string(),
          status: z.string(),
          due_on: z.string().nullable(),
          tasks: z.object({ total: z.int(), complete: z.int() }),
        }),
      )
      .nullable(),
    published_at: Timestamp,
    updated_at: Timestamp,
  }),
  http: [{ method: 'GET', path: '/api/public/projects/:user/:slug', params: { slug: 'project' } }],
  rehearsal: { input: { user: '$shared_user', project: '$shared_project' } },
})
