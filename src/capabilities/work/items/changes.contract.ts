import { z } from 'zod'
import { Id, Timestamp, Version, contract } from '../../../kernel/contract.ts'
import { Activity } from '../../log/activity.contract.ts'
import { Attachment } from '../attachments/attachments.contract.ts'
import { Comment } from '../comments/comments.contract.ts'
import { Linked } from '../../links/links.contract.ts'
import {
  SessionStatus,
  AgentName,
  AgentRef,
  EpicRef,
  ItemKind,
  MemberRef,
  MilestoneRef,
  PersonName,
  ProjectRef,
  StoryRef,
  TaskRef,
} from '../../vocabulary.contract.ts'
import { Below, Fence, Item, Labels, Link, Priority, Status, Task, taskInput } from './work-items.contract.ts'
import { Related } from '../relations/related.contract.ts'
import { components } from '../../components.contract.ts'

const change = { realm: 'organization', permission: 'task:write', effect: 'change' } as const
const read = { realm: 'organization', permission: 'task:read', effect: 'read' } as const
const atKey = { key: 'task' }

/** Everything a task page shows. A concise answer has the same fields with fewer and shorter entries. */
const TaskPage = Task.extend({
  parents: z.array(Link),
  children: z.object({ stories: Below, tasks: Below }),
  blocked_by: z.array(Link),
  blocks: z.array(Link),
  assignee_agent: AgentName.nullable(),
  author: PersonName.nullable(),
  /** The agent that created it, if it was one; `author` is then the person it acted for. */
  author_agent: AgentName.nullable(),
  lease: z.object({ from: Timestamp.nullable(), until: Timestamp, user: PersonName.nullable(), agent: AgentName.nullable() }).nullable(),
  comments: z.object({ total: z.int(), items: z.array(Comment) }),
  attachments: z.array(Attachment),
  links: z.array(Linked),
  backlinks: z.array(Linked),
  /** Tasks that it relates to, duplicates, or is duplicated by. */
  related: z.array(Related),
  history: z.array(Activity),
})

const ofTask = { slug: 'project', epicId: 'epic', storyId: 'story', taskId: 'task' }

export const getTask = contract({
  ...read,
  summary: 'Get a task with everything on its page',
  stale_after: ['task.*', 'comment.*'],
  input: z.strictObject({
    project: ProjectRef.optional(),
    epic: EpicRef.optional(),
    story: StoryRef.optional(),
    task: TaskRef,
    response_format: z.enum(['concise', 'detailed']).optional(),
  }),
  output: TaskPage,
  http: [
    { method: 'GET', path: '/api/tasks/:key', params: atKey },
    { method: 'GET', path: '/api/projects/:slug/epics/:epicId/stories/:storyId/tasks/:taskId', params: ofTask },
  ],
  mcp: {
    tool: 'get_task',
    category: 'Tasks',
    title: 'Read a task',
    description: 'One task by key (BAT-12), deleted or not, with parents, dependencies, lease, comments, attachments, links, history.',
  },
})

const Holder = { user: PersonName.nullable(), agent: AgentName.nullable() }

export const getItem = contract({
  ...read,
  summary: 'Get a task, story or epic with everything on its page, who is working nearby, and the last session that worked on it',
  stale_after: ['epic.*', 'story.*', 'task.*', 'comment.*', 'attachment.*', 'feature.*', 'spec.*', 'decision.*'],
  input: z.strictObject({ item: TaskRef }),
  output: TaskPage.extend({
    project: z.object({ id: Id, slug: z.string(), key: z.string(), name: z.string() }),
    /** When its lease was taken, or passed to the session that continues. */
    claimed_at: Timestamp.nullable(),
    held_nearby: z.array(z.object({ key: z.string(), title: z.string(), until: Timestamp, ...Holder })),
    session: z
      .object({ id: Id, title: z.string(), status: SessionStatus, checkpoints: z.int(), seen_at: Timestamp, agent: AgentName.nullable() })
      .nullable(),
  }),
  http: [{ method: 'GET', path: '/api/items/:key', params: { key: 'item' } }],
})

export const moveTask = contract({
  ...change,
  summary: 'Place a task before or after another one, optionally with another status or parent',
  input: z.strictObject({
    task: TaskRef,
    after: TaskRef.optional(),
    before: TaskRef.optional(),
    status: Status.optional(),
    parent: StoryRef.nullish(),
    fence: Fence.optional(),
    version: Version.optional(),
  }),
  output: Task,
  http: [{ method: 'POST', path: '/api/tasks/:key/move', params: atKey }],
})

const perTask = <T extends z.ZodType>(value: T) =>
  z.record(z.string().max(64), value).refine((given) => Object.keys(given).length <= 100, 'must name at most 100 tasks')

export const updateTasks = contract({
  ...change,
  summary: 'Change many tasks at once: all of them, or none',
  heavy: true,
  input: z.strictObject({
    tasks: z.array(TaskRef).min(1).max(100),
    changes: z.strictObject({
      status: Status.optional(),
      priority: Priority.optional(),
      labels: Labels.optional(),
      add_labels: Labels.optional(),
      remove_labels: Labels.optional(),
      assignee: MemberRef.nullish().describe('handle, agent’s slug or me'),
      assignee_agent: AgentRef.nullish(),
      ...taskInput,
      milestone: MilestoneRef.nullish(),
      parent: StoryRef.nullish(),
      blocked_by: z.array(TaskRef).max(50).optional(),
    }),
    fences: perTask(Fence).optional(),
    versions: perTask(Version).optional(),
  }),
  output: z.object({ items: z.array(Task) }),
  http: [{ method: 'PATCH', path: '/api/tasks/bulk' }],
})

export const restoreItem = contract({
  ...change,
  summary: 'Restore a deleted task, story or epic and what was deleted with it',
  input: z.strictObject({ item: TaskRef, kind: ItemKind.optional() }),
  output: Item.extend({ restored: z.int() }),
  http: [
    { method: 'POST', path: '/api/items/:key/restore', params: { key: 'item' } },
    { method: 'POST', path: '/api/tasks/:key/restore', params: { key: 'item' }, fixed: { kind: 'task' } },
  ],
  rehearsal: { after: 'deleteTask', carry: { item: 'key' } },
})

components({ TaskDetails: TaskPage })
