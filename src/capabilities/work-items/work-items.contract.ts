import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../kernel/contract.ts'
import { Activity } from '../activity/activity.contract.ts'
import { AgentRef, EpicRef, Markdown, MemberRef, ProjectRef, StoryRef, TaskRef, Title, stamps } from '../vocabulary.contract.ts'

export const Status = z.enum(['backlog', 'todo', 'in_progress', 'in_review', 'complete', 'cancelled'])
export const Priority = z.enum(['none', 'low', 'medium', 'high', 'urgent'])
const Label = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[^\p{Cc}\p{Cs},]+$/u, 'must be text without commas')
const Labels = z.array(Label).max(20)
const Estimate = z.number().min(0).max(1000)
const onCalendar = (day: string) => day >= '0001' && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
const Day = z
  .string()
  .max(10)
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a day as 2026-01-31')
  .refine(onCalendar, 'is no day of the calendar')
const Fence = z.int().min(0).max(9_007_199_254_740_991)

const itemFields = {
  id: Id,
  key: z.string(),
  kind: z.enum(['epic', 'story', 'task']),
  project_id: Id,
  parent_id: Id.nullable(),
  number: z.int(),
  title: z.string(),
  description: z.string(),
  status: Status,
  priority: Priority,
  labels: z.array(z.string()),
  estimate: z.number().nullable(),
  due_on: z.string().nullable(),
  assignee_id: Id.nullable(),
  assignee_agent_id: Id.nullable(),
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
})

const Link = z.object({ id: Id, key: z.string(), kind: z.string(), title: z.string(), status: Status })
const Details = Task.extend({ parents: z.array(Link), blocked_by: z.array(Link), blocks: z.array(Link), history: z.array(Activity) })
const Lease = z.object({ holder: z.string(), fence: Fence, until: Timestamp })
const Briefing = z.object({
  task: Task,
  lease: Lease.nullable(),
  parents: z.array(Link),
  blocks: z.array(Link),
  held_nearby: z.array(z.object({ key: z.string(), title: z.string(), holder: z.string(), until: Timestamp })),
})

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
const person = { assignee: MemberRef.nullish(), assignee_agent: AgentRef.nullish() }
const more = { estimate: Estimate.nullish(), due_on: Day.nullish() }
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
  input: z.strictObject({ project: ProjectRef, ...filters }),
  output: page(Item),
  http: [{ method: 'GET', path: epics, params: ofProject }],
})

export const createEpic = contract({
  ...create,
  summary: 'Create an epic',
  creates: { ref: 'epic', field: 'key' },
  input: z.strictObject({ project: ProjectRef, ...creation }),
  output: Item,
  http: [{ method: 'POST', path: epics, params: ofProject }],
})

export const getEpic = contract({
  ...read,
  summary: 'Get an epic',
  input: z.strictObject({ project: ProjectRef, epic: EpicRef }),
  output: Item,
  http: [{ method: 'GET', path: `${epics}/:epicId`, params: ofEpic }],
})

export const updateEpic = contract({
  ...change,
  summary: 'Update an epic',
  input: z.strictObject({ project: ProjectRef, epic: EpicRef, ...changes }),
  output: Item,
  http: [
    { method: 'PUT', path: `${epics}/:epicId`, params: ofEpic },
    { method: 'PATCH', path: `${epics}/:epicId`, params: ofEpic },
  ],
})

export const deleteEpic = contract({
  ...remove,
  summary: 'Delete an epic; its stories and tasks stay',
  input: z.strictObject({ project: ProjectRef, epic: EpicRef }),
  output: Item,
  http: [{ method: 'DELETE', path: `${epics}/:epicId`, params: ofEpic }],
})

export const listStories = contract({
  ...read,
  summary: 'List the stories of an epic',
  input: z.strictObject({ project: ProjectRef, epic: EpicRef, ...filters }),
  output: page(Item),
  http: [{ method: 'GET', path: stories, params: ofEpic }],
})

export const createStory = contract({
  ...create,
  summary: 'Create a story in an epic',
  creates: { ref: 'story', field: 'key' },
  input: z.strictObject({ project: ProjectRef, epic: EpicRef, ...creation }),
  output: Item,
  http: [{ method: 'POST', path: stories, params: ofEpic }],
})

export const getStory = contract({
  ...read,
  summary: 'Get a story',
  input: z.strictObject({ project: ProjectRef, epic: EpicRef, story: StoryRef }),
  output: Item,
  http: [{ method: 'GET', path: `${stories}/:storyId`, params: ofStory }],
})

export const updateStory = contract({
  ...change,
  summary: 'Update a story',
  input: z.strictObject({ project: ProjectRef, epic: EpicRef, story: StoryRef, ...changes }),
  output: Item,
  http: [
    { method: 'PUT', path: `${stories}/:storyId`, params: ofStory },
    { method: 'PATCH', path: `${stories}/:storyId`, params: ofStory },
  ],
})

export const deleteStory = contract({
  ...remove,
  summary: 'Delete a story; its tasks stay',
  input: z.strictObject({ project: ProjectRef, epic: EpicRef, story: StoryRef }),
  output: Item,
  http: [{ method: 'DELETE', path: `${stories}/:storyId`, params: ofStory }],
})

const ancestors = { project: ProjectRef.optional(), epic: EpicRef.optional(), story: StoryRef.optional() }

export const listTasks = contract({
  ...read,
  summary: 'List tasks',
  input: z.strictObject({
    ...ancestors,
    ...filters,
    assignee: MemberRef.optional(),
    assignee_agent: AgentRef.optional(),
    priority: Priority.optional(),
    label: Label.optional(),
    ready: z.boolean().optional(),
  }),
  output: page(Task),
  http: [
    { method: 'GET', path: '/api/tasks' },
    { method: 'GET', path: tasks, params: ofStory },
  ],
  mcp: {
    tool: 'list_tasks',
    category: 'Tasks',
    description: 'List tasks, newest first. ready: true lists what can be started now: open, unblocked and not held by anyone.',
  },
})

export const createTask = contract({
  ...create,
  summary: 'Create a task',
  creates: { ref: 'task', field: 'key' },
  input: z.strictObject({
    ...ancestors,
    project: ProjectRef,
    ...creation,
    ...person,
    ...more,
    blocked_by: z.array(TaskRef).max(50).optional(),
  }),
  output: Task.extend({ same_title: z.array(z.string()) }),
  http: [
    { method: 'POST', path: '/api/tasks' },
    { method: 'POST', path: tasks, params: ofStory },
  ],
  mcp: {
    tool: 'create_task',
    category: 'Tasks',
    description: 'Create a task in a project. same_title in the answer names open tasks with this title: use one of them instead.',
  },
})

export const getTask = contract({
  ...read,
  summary: 'Get a task with its dependencies, lease and history',
  input: z.strictObject({ ...ancestors, task: TaskRef }),
  output: Details,
  http: [
    { method: 'GET', path: '/api/tasks/:key', params: atKey },
    { method: 'GET', path: `${tasks}/:taskId`, params: ofTask },
  ],
  mcp: { tool: 'get_task', category: 'Tasks', description: 'One task by key (BAT-12) with its parents, dependencies, lease and history.' },
})

export const updateTask = contract({
  ...change,
  summary: 'Update a task',
  input: z.strictObject({
    ...ancestors,
    task: TaskRef,
    ...changes,
    ...person,
    ...more,
    blocked_by: z.array(TaskRef).max(50).optional(),
    fence: Fence.optional(),
  }),
  output: Task,
  http: [
    { method: 'PATCH', path: '/api/tasks/:key', params: atKey },
    { method: 'PUT', path: '/api/tasks/:key', params: atKey },
    { method: 'PUT', path: `${tasks}/:taskId`, params: ofTask },
    { method: 'PATCH', path: `${tasks}/:taskId`, params: ofTask },
  ],
  mcp: {
    tool: 'update_task',
    category: 'Tasks',
    description: 'Change only the named fields of a task. A task you hold needs the fence from claim_task for status and assignee.',
  },
})

export const completeTask = contract({
  ...change,
  summary: 'Complete a task',
  input: z.strictObject({ task: TaskRef, notes: Markdown.optional(), fence: Fence.optional() }),
  output: Task,
  http: [{ method: 'POST', path: '/api/tasks/:key/complete', params: atKey }],
  mcp: { tool: 'complete_task', category: 'Tasks', description: 'Mark a task complete and release it. Say in notes what was done.' },
})

export const deleteTask = contract({
  ...remove,
  summary: 'Delete a task; it can be seen in the audit trail',
  input: z.strictObject({ ...ancestors, task: TaskRef, fence: Fence.optional() }),
  output: Task,
  http: [
    { method: 'DELETE', path: '/api/tasks/:key', params: atKey },
    { method: 'DELETE', path: `${tasks}/:taskId`, params: ofTask },
  ],
  mcp: { tool: 'delete_task', category: 'Tasks', description: 'Delete a task. It leaves every list; the audit trail keeps it.' },
})

const lease = (action: string) => ({ method: 'POST', path: `/api/tasks/:key/${action}`, params: atKey, fixed: { action } }) as const
const held = (action: string) =>
  ({ ...lease(action), rehearsal: { after: 'claimTask', carry: { task: 'task.key', fence: 'lease.fence' } } }) as const

export const claimTask = contract({
  ...change,
  summary: 'Claim a task, renew or release its lease',
  input: z.strictObject({
    action: z.enum(['claim', 'renew', 'release']).default('claim'),
    task: TaskRef.optional(),
    project: ProjectRef.optional(),
    fence: Fence.optional(),
    minutes: z.int().min(1).max(240).default(30),
  }),
  output: Briefing,
  http: [{ method: 'POST', path: '/api/tasks/claim', fixed: { action: 'claim' } }, lease('claim'), held('renew'), held('release')],
  mcp: {
    tool: 'claim_task',
    category: 'Tasks',
    description:
      'Take a lease on a task before working on it; without task, the best ready one. Keep lease.fence: renew, release and complete need it.',
  },
})

export const expireLease = contract({
  summary: 'Give a task back whose lease has run out',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ task_id: Id, fence: Fence }),
  output: z.object({ expired: z.boolean() }),
})

interface Node {
  id: string
  key: string
  kind: string
  title: string
  status: string
  children: Node[]
}
const Node: z.ZodType<Node> = z.object({
  id: Id,
  key: z.string(),
  kind: z.string(),
  title: z.string(),
  status: z.string(),
  get children() {
    return z.array(Node)
  },
})

export const getProjectTree = contract({
  ...read,
  summary: 'The epics, stories and tasks of a project as a tree',
  input: z.strictObject({ project: ProjectRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Node).extend({ truncated: z.boolean() }),
  http: [{ method: 'GET', path: '/api/projects/:slug/tree', params: ofProject }],
})
