import { z } from 'zod'
import { Cursor, Id, Limit, Version, contract, page } from '../../../kernel/contract.ts'
import { Day, Markdown, MilestoneRef, Name, ProjectRef, stamps } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Milestone = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  description: z.string(),
  target_on: z.string().nullable(),
  /** Complete once all its tasks are, not counting cancelled ones. */
  status: z.enum(['open', 'complete']),
  tasks: z.object({ complete: z.int(), total: z.int() }),
  created_by: Id,
  ...stamps,
})

components({ Milestone })

const MilestoneName = Name.regex(/^(?!none$)/i, 'must not be none')
/** The progress of a milestone changes with its tasks. */
const ofTasks = ['created', 'updated', 'deleted', 'restored', 'moved', 'left'].map((what) => `task.${what}`)
const stale_after = ['milestone.*', ...ofTasks, 'epic.*', 'story.*']
const read = { realm: 'organization', permission: 'task:read', effect: 'read' } as const
const write = { realm: 'organization', permission: 'task:write' } as const
const inProject = '/api/projects/:slug/milestones'
const ofProject = { slug: 'project' }
const one = '/api/milestones/:id'
const atId = { id: 'milestone' }

export const listMilestones = contract({
  ...read,
  summary: 'List the milestones of a project, the next one first, with how much of each is done',
  stale_after,
  input: z.strictObject({ project: ProjectRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Milestone),
  http: [{ method: 'GET', path: inProject, params: ofProject }],
})

export const createMilestone = contract({
  ...write,
  effect: 'create',
  summary: 'Create a milestone in a project',
  creates: { ref: 'milestone', field: 'id' },
  input: z.strictObject({ project: ProjectRef, name: MilestoneName, description: Markdown.optional(), target_on: Day.nullish() }),
  output: Milestone,
  http: [{ method: 'POST', path: inProject, params: ofProject }],
})

export const getMilestone = contract({
  ...read,
  summary: 'Get a milestone with how much of it is done',
  stale_after,
  input: z.strictObject({ milestone: MilestoneRef }),
  output: Milestone,
  http: [{ method: 'GET', path: one, params: atId }],
})

export const updateMilestone = contract({
  ...write,
  effect: 'change',
  summary: 'Update a milestone',
  input: z.strictObject({
    milestone: MilestoneRef,
    name: MilestoneName.optional(),
    description: Markdown.optional(),
    target_on: Day.nullish(),
    version: Version.optional(),
  }),
  output: Milestone,
  http: [
    { method: 'PATCH', path: one, params: atId },
    { method: 'PUT', path: one, params: atId },
  ],
})

export const deleteMilestone = contract({
  ...write,
  effect: 'delete',
  summary: 'Delete a milestone; its tasks and features stay, and belong to none',
  input: z.strictObject({ milestone: MilestoneRef }),
  output: Milestone,
  http: [{ method: 'DELETE', path: one, params: atId }],
})
