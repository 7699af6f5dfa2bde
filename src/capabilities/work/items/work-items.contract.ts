import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../../kernel/contract.ts'
import { Choices } from '../comments/comments.contract.ts'
import { restoredBy } from '../../restoring.contract.ts'
import {
  AgentRef,
  Assignee,
  EpicRef,
  Markdown,
  MemberRef,
  MilestoneRef,
  ProjectRef,
  StoryRef,
  TaskRef,
  Title,
  proven,
  stamps,
  Day,
} from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

export const Kind = z.enum(['epic', 'story', 'task'])
export const Status = z.enum(['backlog', 'todo', 'in_progress', 'in_review', 'complete', 'cancelled'])
export const Priority = z.enum(['none', 'low', 'medium', 'high', 'urgent'])
export const Label = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[^\p{Cc}\p{Cs},]+$/u, 'must be text without commas')
export const Labels = z.array(Label).max(20)
export const Estimate = z.number().min(0).max(1000)
/** The secret of a lease: 128 random bits, returned by claim_task and known only to the holder. */
export const Fence = z
  .string('must be the text that claim_task answered as lease.fence')
  .max(64)
  .regex(/^[\w-]{16,64}$/, 'must be the text that claim_task answered as lease.fence')

const LinkName = z
  .string()
  .max(90)
  .regex(/^(note|task|spec|decision|feature):[\w-]{1,64}(@[1-9]\d{0,8})?$/, 'must be like decision:name or, for one version, spec:name@2')
const LinkNames = z.array(LinkName).max(20)

/** The fields that only a task has, in answers and in inputs. */
export const taskFields = { estimate: z.number().nullable(), start_on: z.string().nullable(), due_on: z.string().nullable() }
/** When it begins and ends; epics and stories have these too. */
const dates = { start_on: Day.nullish(), due_on: Day.nullish() }
export const taskInput = { estimate: Estimate.nullish(), ...dates }

const itemFields = {
  id: Id,
  key: z.string(),
  kind: Kind,
  project_id: Id,
  parent_id: Id.nullable(),
  number: z.int(),
  title: z.string(),
  description: z.string(),
  status: Status,
  priority: Priority,
  labels: z.array(z.string()),
  ...taskFields,
  assignee: Assignee.nullable(),
  assignee_id: Id.nullable(),
  assignee_agent_id: Id.nullable(),
  milestone_id: Id.nullable(),
  rank: z.string(),
  completion_notes: z.string().nullable(),
  created_by: Id,
  created_by_agent_id: Id.nullable(),
  completed_at: Timestamp.nullable(),
  deleted_at: Timestamp.nullable(),
  ...stamps,
}
export const Item = z.object(itemFields)
export const Task = z.object({
  ...itemFields,
  lease_holder: z.string().nullable(),
  lease_until: Timestamp.nullable(),
  lease_agent_id: Id.nullable(),
  blocked: z.boolean(),
  /** How many questions on it wait for an answer. */
  open_questions: z.int(),
  ...proven,
})

/** How many items are below an item, at any depth. Progress is `complete` of `total`, which leaves out cancelled ones. */
export const Below = z.object({ items: z.int(), closed: z.int(), complete: z.int(), total: z.int() })
const Branch = Item.extend({ children: z.object({ stories: Below, tasks: Below }) })

export const Link = z.object({ id: Id, key: z.string(), kind: z.string(), title: z.string(), status: Status })

components({ TaskStatus: Status, TaskPriority: Priority, Item, Task, ChildCounts: Below, ItemWithChildren: Branch, ItemLink: Link })
const filters = { status: Status.optional(), limit: Limit, cursor: Cursor.optional() }
const creation = {
  title: Title,
  description: Markdown.optional(),
  status: Status.optional(),
  priority: Priority.optional(),
  labels: Labels.optional(),
}
const changes = {
  title: Title.optional(),
  description: Markdown.optional(),
  status: Status.optional(),
  priority: Priority.optional(),
  labels: Labels.optional(),
  version: Version.optional(),
}
const person = { assignee: MemberRef.nullish().describe('handle, agent’s slug or me'), assignee_agent: AgentRef.nullish() }
const read = { realm: 'organization', permission: 'task:read', effect: 'read' } as const
const create = { realm: 'organization', permission: 'task:write', effect: 'create' } as const
const change = { realm: 'organization', permission: 'task:write', effect: 'change' } as const
const remove = { realm: 'organization', permission: 'task:write', effect: 'delete' } as const

const epics = '/api/projects/:slug/epics'
const stories = `${epics}/:epicId/stories` as const
const tasks = `${stories}/:storyId/tasks` as const
const ofProject = { slug: 'project' }
const ofEpic = { ...ofProject, epicId: 'epic' }
const ofStory = { ...ofEpic, storyId: 'story' }
const ofTask = { ...ofStory, taskId: 'task' }
const atKey = { key: 'task' }

export const listEpics = contract({
  ...read,
  summary: 'List the epics of a project',
  stale_after: ['epic.*'],
  input: z.strictObject({ project: ProjectRef, ...filters }),
  output: page(Item),
  http: [{ method: 'GET', path: epics, params: ofProject }],
})

export const createEpic = contract({
  ...create,
  summary: 'Create an epic',
  creates: { ref: 'epic', field: 'key' },
  input: z.strictObject({ project: ProjectRef, ...creation, ...person, ...dates }),
  output: Item,
  http: [{ method: 'POST', path: epics, params: ofProject }],
})

export const getEpic = contract({
  ...read,
  summary: 'Get an epic',
  stale_after: ['epic.*', 'story.*', 'task.*'],
  input: z.strictObject({ project: ProjectRef, epic: EpicRef }),
  output: Branch,
  http: [{ method: 'GET', path: `${epics}/:epicId`, params: ofEpic }],
})

export const updateEpic = contract({
  ...change,
  summary: 'Update an epic',
  input: z.strictObject({ project: ProjectRef, epic: EpicRef, ...changes, ...person, ...dates }),
  output: Item,
  http: [
    { method: 'PUT', path: `${epics}/:epicId`, params: ofEpic },
    { method: 'PATCH', path: `${epics}/:epicId`, params: ofEpic },
  ],
})

export const deleteEpic = contract({
  ...remove,
  summary: 'Delete an epic with its stories and tasks; restoring it brings back all of them',
  input: z.strictObject({ project: ProjectRef, epic: EpicRef }),
  output: Item,
  http: [{ method: 'DELETE', path: `${epics}/:epicId`, params: ofEpic }],
})

export const listStories = contract({
  ...read,
  summary: 'List the stories of an epic',
  stale_after: ['story.*'],
  input: z.strictObject({ project: ProjectRef, epic: EpicRef, ...filters }),
  output: page(Item),
  http: [{ method: 'GET', path: stories, params: ofEpic }],
})

export const createStory = contract({
  ...create,
  summary: 'Create a story in an epic',
  creates: { ref: 'story', field: 'key' },
  input: z.strictObject({ project: ProjectRef, epic: EpicRef, ...creation, ...person, ...dates }),
  output: Item,
  http: [{ method: 'POST', path: stories, params: ofEpic }],
})

export const getStory = contract({
  ...read,
  summary: 'Get a story',
  stale_after: ['story.*', 'task.*'],
  input: z.strictObject({ project: ProjectRef, epic: EpicRef, story: StoryRef }),
  output: Branch,
  http: [{ method: 'GET', path: `${stories}/:storyId`, params: ofStory }],
})

export const updateStory = contract({
  ...change,
  summary: 'Update a story',
  input: z.strictObject({
    project: ProjectRef,
    epic: EpicRef,
    story: StoryRef,
    parent: EpicRef.optional(),
    ...changes,
    ...person,
    ...dates,
  }),
  output: Item,
  http: [
    { method: 'PUT', path: `${stories}/:storyId`, params: ofStory },
    { method: 'PATCH', path: `${stories}/:storyId`, params: ofStory },
  ],
})

export const deleteStory = contract({
  ...remove,
  summary: 'Delete a story with its tasks; restoring it brings back all of them',
  input: z.strictObject({ project: ProjectRef, epic: EpicRef, story: StoryRef }),
  output: Item,
  http: [{ method: 'DELETE', path: `${stories}/:storyId`, params: ofStory }],
})

const ancestors = { project: ProjectRef.optional(), epic: EpicRef.optional(), story: StoryRef.optional() }

export const createTask = contract({
  ...create,
  summary: 'Create a task',
  creates: { ref: 'task', field: 'key' },
  input: z.strictObject({
    ...ancestors,
    project: ProjectRef,
    ...creation,
    ...person,
    ...taskInput,
    milestone: MilestoneRef.nullish(),
    blocked_by: z.array(TaskRef).max(50).optional(),
    links: LinkNames.optional(),
    unless_exists: z.boolean().optional(),
  }),
  /** `existed`: there was an open task with this title, and nothing was created. */
  output: Task.extend({ same_title: z.array(z.string()), existed: z.boolean().optional() }),
  rehearsal: { input: { labels: ['label'] } },
  http: [
    { method: 'POST', path: '/api/tasks' },
    { method: 'POST', path: tasks, params: ofStory },
  ],
  mcp: {
    tool: 'create_task',
    category: 'Tasks',
    title: 'Create a task',
    description: 'Create a task, story or epic in a project; unless_exists: true gives you the open task of this title if there is one.',
    concise: ['key', 'kind', 'status', 'priority', 'blocked', 'existed', 'same_title', 'version'],
    variants: {
      input: { kind: Kind.optional().describe('default task; a story needs epic') },
      choose({ kind = 'task', ...given }) {
        const { unless_exists: _, ...branch } = given
        if (kind === 'epic') return { operation: 'createEpic', given: branch }
        return kind === 'story' ? { operation: 'createStory', given: branch } : { given: kind === 'task' ? given : { ...given, kind } }
      },
    },
  },
})

export const updateTask = contract({
  ...change,
  summary: 'Update a task',
  input: z.strictObject({
    ...ancestors,
    task: TaskRef,
    ...changes,
    ...person,
    ...taskInput,
    milestone: MilestoneRef.nullish(),
    parent: StoryRef.nullish(),
    blocked_by: z.array(TaskRef).max(50).optional(),
    links: LinkNames.optional(),
    comment: Markdown.optional(),
    choices: Choices.optional(),
    fence: Fence.optional(),
  }),
  /** `question`: the comment that offers choices and waits for a person to pick one. */
  output: Task.extend({ question: z.object({ id: Id, status: z.literal('waiting') }).optional() }),
  http: [
    { method: 'PATCH', path: '/api/tasks/:key', params: atKey },
    { method: 'PUT', path: '/api/tasks/:key', params: atKey },
    { method: 'PUT', path: `${tasks}/:taskId`, params: ofTask },
    { method: 'PATCH', path: `${tasks}/:taskId`, params: ofTask },
  ],
  mcp: {
    tool: 'update_task',
    category: 'Tasks',
    title: 'Update a task',
    description:
      'Change only the named fields of a task, or comment on it; a held one needs the fence from claim_task for status and assignee.',
    concise: ['key', 'status', 'blocked', 'question', 'version'],
  },
})

export const completeTask = contract({
  ...change,
  summary: 'Complete a task',
  input: z.strictObject({ task: TaskRef, notes: Markdown.optional(), fence: Fence.optional() }),
  /** `unblocked`: tasks that waited only for this one and can start now. */
  output: Task.extend({ unblocked: z.array(z.object({ key: z.string(), title: z.string() })) }),
  http: [{ method: 'POST', path: '/api/tasks/:key/complete', params: atKey }],
  mcp: {
    tool: 'complete_task',
    category: 'Tasks',
    title: 'Complete a task',
    description: 'Mark a task complete and release it; say in notes what was done.',
    concise: ['key', 'status', 'proof', 'unblocked', 'version'],
    idempotent: true,
  },
})

export const deleteTask = contract({
  ...remove,
  summary: 'Delete a task; it can be restored',
  input: z.strictObject({ ...ancestors, task: TaskRef, fence: Fence.optional() }),
  output: Task,
  http: [
    { method: 'DELETE', path: '/api/tasks/:key', params: atKey },
    { method: 'DELETE', path: `${tasks}/:taskId`, params: ofTask },
  ],
  mcp: {
    tool: 'delete_task',
    category: 'Tasks',
    title: 'Delete a task',
    description: 'Delete a task that should never have been; cancel or complete it otherwise.',
    concise: ['key', 'deleted_at'],
    idempotent: true,
    undo: { how: 'delete_task with restore: true' },
    variants: restoredBy('restoreItem', 'task', 'item', { kind: 'task' }),
  },
})

export const expireLease = contract({
  summary: 'Give a task back whose lease has run out',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ task_id: Id, fence: z.int().min(0) }),
  output: z.object({ expired: z.boolean() }),
})
