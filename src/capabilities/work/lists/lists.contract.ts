import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import {
  AgentRef,
  Assignee,
  EpicRef,
  MemberRef,
  MilestoneRef,
  Moment,
  Name,
  ProjectRef,
  StoryRef,
  Day,
  proven,
} from '../../vocabulary.contract.ts'
import { Kind, Label, Priority, Status, Task, taskFields } from '../items/work-items.contract.ts'
import { components } from '../../components.contract.ts'
import { questionEvents } from '../questions/questions.contract.ts'

export const ViewRef = ref('view', Id)
export const Sort = z.enum(['newest', 'rank', 'priority', 'due', 'updated'])
const BoardGroup = z.enum(['status', 'priority', 'assignee'])
/** What the columns of a view can stand for; a board from the server supports only those of `BoardGroup`. */
export const GroupBy = z.enum([...BoardGroup.options, 'epic', 'label', 'feature', 'milestone'])
/** What a task can have or lack. */
const Trait = z.enum(['assignee', 'label', 'due', 'estimate', 'parent'])
const several = <T extends z.ZodType>(one: T, max: number) => z.union([one, z.array(one).min(1).max(max)])

const rest = {
  status: several(Status, 6).optional(),
  priority: several(Priority, 5).optional(),
  status_not: several(Status, 6).optional(),
  priority_not: several(Priority, 5).optional(),
  assignee: several(MemberRef, 10).optional().describe('handle, agent’s slug, me or none'),
  assignee_not: several(MemberRef, 10).optional().describe('handle, agent’s slug, me or none'),
  assignee_agent: AgentRef.optional(),
  label: several(Label, 10).optional(),
  label_not: several(Label, 10).optional(),
  has: several(Trait, 5).optional(),
  has_no: several(Trait, 5).optional(),
  kind: several(Kind, 3).optional(),
  blocked: z.boolean().optional(),
  ready: z.boolean().optional(),
  leased: z.boolean().optional(),
  start_before: Day.optional(),
  start_after: Day.optional(),
  due_before: Day.optional(),
  due_after: Day.optional(),
  milestone: MilestoneRef.optional().describe('name, id or none'),
  created_since: Moment.optional(),
  updated_since: Moment.optional(),
  text: Name.optional(),
}
const place = {
  project: ProjectRef.optional(),
  projects: z.array(ProjectRef).max(20).optional(),
  epic: EpicRef.optional(),
  story: StoryRef.optional(),
}
/** The filters of a list; a saved view stores the same. */
export const TaskFilters = z.strictObject({ ...place, ...rest })

const Format = z.enum(['concise', 'detailed'])
/** More at once than of whole tasks: a row is a tenth of the size. */
const maxRows = 1000
export const Card = z.object({
  id: Id,
  key: z.string(),
  kind: Kind,
  title: z.string(),
  status: Status,
  priority: Priority,
  labels: z.array(z.string()),
  ...taskFields,
  milestone_id: Id.nullable(),
  rank: z.string(),
  version: z.int(),
  assignee: Assignee.nullable(),
  assignee_agent: z.string().nullable(),
  deleted_at: Timestamp.nullable(),
  held_by: z.string().nullable(),
  lease_until: Timestamp.nullable(),
  blocked: z.boolean(),
  ready: z.boolean(),
  /** How many questions on it wait for an answer. */
  open_questions: z.int(),
  ...proven,
})
const shown = { key: true, title: true, status: true, priority: true } as const
/** A whole task, or a card without empty fields. */
const Listed = z
  .object({ ...Card.shape, ...Task.shape })
  .partial()
  .required(shown)

const read = { realm: 'organization', permission: 'task:read', effect: 'read' } as const
const ofProject = { slug: 'project' }

export const listTasks = contract({
  ...read,
  summary: 'List tasks',
  stale_after: ['task.*', ...questionEvents],
  input: z.strictObject({
    ...place,
    ...rest,
    deleted: z.boolean().optional(),
    view: ViewRef.optional(),
    sort: Sort.optional(),
    count: z.boolean().optional(),
    /** `row`: without texts other than the title and without empty fields; up to 1,000 of these at once. */
    response_format: z.enum([...Format.options, 'row']).optional(),
    limit: z.int().min(1).max(maxRows).default(50),
    cursor: Cursor.optional(),
  }),
  // Rehearsed without further projects: one created only for this would be one that a viewer isn't in.
  rehearsal: { input: { projects: [] } },
  output: page(Listed).extend({ total: z.int().optional(), total_capped: z.boolean().optional() }),
  http: [
    { method: 'GET', path: '/api/tasks' },
    {
      method: 'GET',
      path: '/api/projects/:slug/epics/:epicId/stories/:storyId/tasks',
      params: { ...ofProject, epicId: 'epic', storyId: 'story' },
    },
  ],
  mcp: {
    tool: 'list_tasks',
    category: 'Tasks',
    title: 'List tasks',
    concise: Object.keys(Card.shape),
    description: 'List tasks, newest first; ready: true lists what can start now, as claim_task takes it; kind lists epics or stories.',
    shows: z.strictObject({
      project: ProjectRef.optional(),
      epic: EpicRef.optional(),
      story: StoryRef.optional(),
      status: z.array(Status).optional(),
      priority: Priority.optional(),
      assignee: MemberRef.optional().describe('handle, agent’s slug, me or none'),
      assignee_agent: AgentRef.optional(),
      label: Label.optional(),
      milestone: MilestoneRef.optional(),
      kind: Kind.optional().describe('default task'),
      ready: z.boolean().optional(),
      deleted: z.boolean().optional(),
      text: Name.optional().describe('words of the title'),
      sort: Sort.optional(),
      response_format: Format.optional(),
      limit: Limit,
      cursor: Cursor.optional(),
    }),
  },
})

export const getBoard = contract({
  ...read,
  summary: 'The board of a project: its columns, how many tasks each has, and the first of them by rank',
  stale_after: ['task.*', ...questionEvents],
  input: z.strictObject({
    project: ProjectRef,
    epic: EpicRef.optional(),
    story: StoryRef.optional(),
    ...rest,
    view: ViewRef.optional(),
    group_by: BoardGroup.optional(),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({
    project: z.string(),
    group_by: BoardGroup,
    columns: z.array(
      z.object({
        /** A status, a priority, a handle, an agent's slug, or none. */
        value: z.string(),
        agent: z.boolean(),
        count: z.int(),
        count_capped: z.boolean(),
        cards: z.array(Card),
        /** For GET /api/tasks with sort=rank, this column's value and the same filters. */
        next_cursor: z.string().nullable(),
      }),
    ),
  }),
  http: [{ method: 'GET', path: '/api/projects/:slug/board', params: ofProject }],
})

export const listBoardRows = contract({
  ...read,
  summary: 'The tasks a board opens with: all of a small project, the first of each status of a large one, and how many there are',
  stale_after: ['task.*', ...questionEvents],
  input: z.strictObject({
    project: ProjectRef,
    all_up_to: z.int().min(0).max(maxRows).default(maxRows),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({
    project_id: Id,
    columns: z.array(
      z.object({
        status: Status,
        count: z.int(),
        /** In the order of the board, as response_format=row lists them. */
        items: z.array(Listed),
        /** For GET /api/tasks with sort=rank, response_format=row and this status. */
        next_cursor: z.string().nullable(),
      }),
    ),
  }),
  http: [{ method: 'GET', path: '/api/projects/:slug/board-rows', params: ofProject }],
})

interface Node {
  id: string
  key: string
  kind: string
  title: string
  status: string
  children: Node[]
  more: boolean
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
  more: z.boolean(),
})

components({ TaskCard: Card, ListedTask: Listed, TreeNode: Node })

export const getProjectTree = contract({
  ...read,
  summary: 'The epics, stories and tasks of a project as a tree; where more is true, name the epic or story to page through it',
  stale_after: ['epic.*', 'story.*', 'task.*'],
  input: z.strictObject({
    project: ProjectRef,
    epic: EpicRef.optional(),
    story: StoryRef.optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(Node).extend({ truncated: z.boolean() }),
  http: [{ method: 'GET', path: '/api/projects/:slug/tree', params: ofProject }],
})
