import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../kernel/contract.ts'
import { AgentRef, MemberRef, Moment, ProjectRef, totals } from '../vocabulary.contract.ts'
import { components } from '../components.contract.ts'

/** One line of the log as people and agents read it: the actor as separate fields, the action as a sentence. */
export const Activity = z.object({
  seq: z.int(),
  at: Timestamp,
  /** The system's event type, or the type that its caller gave it. */
  type: z.string(),
  /** True if a caller logged it: whatever its type says, it is not a system event. */
  logged: z.boolean(),
  actor: z.object({
    user_id: Id.nullable(),
    user_handle: z.string().nullable(),
    user_name: z.string().nullable(),
    agent_id: Id.nullable(),
    agent_name: z.string().nullable(),
    credential: z.string(),
    door: z.string(),
  }),
  project_id: Id.nullable(),
  subject_id: Id.nullable(),
  /** What was logged, in its caller's words; for system events the same as the summary. */
  description: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  summary: z.string(),
  /** The same for the page of its subject: "created this task". */
  brief: z.string(),
  /** The changed fields, in words; null means none, or that the log didn't record it. */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** What it is about, if that has a page of its own. */
  subject: z.object({ kind: z.string(), id: Id, ref: z.string().nullable(), title: z.string().nullable() }).nullable(),
})

components({ Activity, Actor: Activity.shape.actor })

const EventType = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z][a-z0-9_.-]*$/, 'must be lowercase letters, digits, dots, dashes and underscores')
/** The kinds of things a line may be about, as people call them. */
export const ActivityArea = z.enum(['work', 'comments', 'features', 'knowledge', 'agents', 'code', 'people'])
components({ ActivityArea })

const Description = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .regex(/^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]*$/u, 'must be text')
const plain = /^[^\0\p{Cs}]*$/u
const Metadata = z
  .record(z.string().min(1).max(64).regex(plain), z.union([z.string().max(2000).regex(plain), z.number(), z.boolean(), z.null()]))
  .refine((metadata) => JSON.stringify(metadata).length <= 8000, 'must be at most 8000 characters as JSON')
const ActivityRef = ref(
  'activity',
  z
    .string()
    .max(36)
    .regex(/^([0-9]{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, 'must be the number of an entry, or the id that log_activity gave'),
)

export const logActivity = contract({
  summary: 'Log something that happened outside',
  realm: 'organization',
  permission: 'activity:write',
  effect: 'create',
  creates: { ref: 'activity', field: 'id' },
  input: z.strictObject({
    project: ProjectRef.optional(),
    type: EventType,
    description: Description,
    metadata: Metadata.optional(),
  }),
  output: z.object({
    id: Id,
    project_id: Id.nullable(),
    type: z.string(),
    description: z.string(),
    metadata: Metadata,
    at: Timestamp,
  }),
  http: [{ method: 'POST', path: '/api/activity' }],
  mcp: {
    tool: 'log_activity',
    category: 'Activity',
    title: 'Log an activity',
    description: 'Tell the feed of something done elsewhere: a deploy, a run, a finding.',
    concise: ['id'],
  },
  rehearsal: { input: { type: 'deploy' } },
})

export const listActivities = contract({
  summary: 'The activity feed, newest first',
  realm: 'organization',
  permission: 'activity:read',
  effect: 'read',
  stale_after: ['*'],
  input: z.strictObject({
    project: ProjectRef.optional(),
    type: EventType.optional(),
    area: ActivityArea.optional().describe('All that is about tasks, comments, features, knowledge, agents, code or people; not with type'),
    agent: AgentRef.optional(),
    user: MemberRef.optional(),
    subject: Id.optional(),
    since: Moment.optional(),
    until: Moment.optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(Activity).extend(totals),
  http: [
    { method: 'GET', path: '/api/activity' },
    { method: 'GET', path: '/api/projects/:slug/activity', params: { slug: 'project' } },
  ],
  mcp: {
    tool: 'list_activities',
    category: 'Activity',
    title: 'List activity',
    description: 'What happened lately, newest first; type: task.created, or what log_activity was given.',
    concise: ['seq', 'at', 'actor', 'type', 'logged', 'description'],
  },
})

export const getActivity = contract({
  summary: 'Get one entry of the activity feed',
  realm: 'organization',
  permission: 'activity:read',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({ activity: ActivityRef }),
  output: Activity.extend({
    data: z.record(z.string(), z.unknown()),
    /** Long texts in the data were shortened. */
    data_cut: z.boolean(),
  }),
  http: [{ method: 'GET', path: '/api/activity/:seq', params: { seq: 'activity' } }],
  mcp: {
    tool: 'get_activity',
    category: 'Activity',
    title: 'Read an activity',
    description: 'One entry of the feed with its data.',
  },
})
