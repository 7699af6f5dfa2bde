import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../../kernel/contract.ts'
import { Activity } from '../../log/activity.contract.ts'
import { restoredBy } from '../../restoring.contract.ts'
import { AgentRef, Markdown, Name, PersonName, ProjectRef, SkillRef, Slug, TeamRef, stamps, totals } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const MemoryScope = z.enum(['agent', 'project', 'session'])
const Settings = z.record(z.string().min(1).max(64), Markdown.max(2000))
const Role = Name.max(80)
const Description = Markdown.max(2000)
const Skills = z.array(SkillRef).max(20)
const one = { id: 'agent' }

export const Agent = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  role: z.string(),
  /** Only the skills that the caller may read. */
  skills: z.array(z.object({ id: Id, slug: z.string(), name: z.string() })),
  memory_scope: MemoryScope,
  project_id: Id.nullable(),
  model: z.string(),
  client_name: z.string().nullable(),
  settings: z.record(z.string(), z.string()),
  status: z.enum(['active', 'stopped']),
  /** If the agent was stopped for running over its budget, stopped_by is null. */
  stop_reason: z.string().nullable(),
  stopped_by: Id.nullable(),
  stopped_at: Timestamp.nullable(),
  /** Until then the stop is a pause that keeps sessions and leases. */
  paused_until: Timestamp.nullable(),
  visibility: z.enum(['organization', 'public']),
  public_slug: z.string().nullable(),
  owner_id: Id,
  /** Whether its deletion asked to keep its memory. */
  archive_memory: z.boolean(),
  deleted_at: Timestamp.nullable(),
  ...stamps,
})

const Lease = z.object({ key: z.string(), title: z.string(), project_id: Id, from: Timestamp.nullable(), until: Timestamp })
/** Truncated: content_length is the full length, and reading the single memory returns all of it. */
const Remembered = z.object({
  id: Id,
  ref: z.string(),
  content: z.string(),
  content_length: z.int(),
  tags: z.array(z.string()),
  created_at: Timestamp,
})
/** `owner` is the person it acts for. */
const Details = Agent.extend({
  owner: PersonName.nullable(),
  open_tasks: z.int(),
  leases: z.array(Lease),
  /** Its own memory, visible only to its owner: null for everybody else. */
  memory: z
    .object({ total: z.int(), by_tag: z.record(z.string(), z.int()), newest: z.array(Remembered), pinned: z.array(Remembered) })
    .nullable(),
  activity: z.array(Activity),
})

components({ Agent, AgentDetails: Details, RecentMemory: Remembered })

export const createAgent = contract({
  summary: 'Create an agent',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'create',
  creates: { ref: 'agent', field: 'slug' },
  needs_proven_email: true,
  input: z.strictObject({
    name: Name,
    slug: Slug.optional(),
    description: Description.optional(),
    role: Role.optional(),
    skills: Skills.optional(),
    memory_scope: MemoryScope.default('agent'),
    project: ProjectRef.optional(),
    model: Name.optional(),
    settings: Settings.optional(),
  }),
  output: Agent,
  http: [{ method: 'POST', path: '/api/agents' }],
  mcp: {
    tool: 'create_agent',
    category: 'Agents',
    title: 'Create an agent',
    description: 'Create an agent with a role, skills and a memory scope.',
    concise: ['slug', 'version'],
  },
})

export const listAgents = contract({
  summary: 'List the agents of a project or of the organization, newest first',
  realm: 'organization',
  permission: 'agent:read',
  effect: 'read',
  stale_after: ['agent.*'],
  input: z.strictObject({ project: ProjectRef.optional(), limit: Limit, cursor: Cursor.optional() }),
  output: page(Agent).extend(totals),
  http: [{ method: 'GET', path: '/api/agents' }],
  mcp: {
    tool: 'list_agents',
    category: 'Agents',
    title: 'List agents',
    description: 'List the agents of a project or the whole organization; members: true lists its people instead.',
    concise: ['slug', 'handle', 'name', 'role', 'status', 'description', 'model'],
    variants: {
      input: { members: z.boolean().optional().describe('true: people, by handle') },
      choose({ members, ...given }) {
        const { project: _, ...people } = given
        return members === true ? { operation: 'listMembers', given: people } : { given }
      },
    },
  },
})

export const listTeamAgents = contract({
  summary: 'List the agents of a team’s members, newest first',
  realm: 'organization',
  permission: 'agent:read',
  effect: 'read',
  stale_after: ['agent.*'],
  input: z.strictObject({ team: TeamRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Agent),
  http: [{ method: 'GET', path: '/api/teams/:id/agents', params: { id: 'team' } }],
})

export const getAgent = contract({
  summary: 'An agent with what it holds now, what it remembers and what it did last',
  realm: 'organization',
  permission: 'agent:read',
  effect: 'read',
  stale_after: ['agent.*', 'agent_session.*', 'task.*', 'memory.*'],
  input: z.strictObject({ agent: AgentRef }),
  output: Details,
  http: [{ method: 'GET', path: '/api/agents/:id', params: one }],
  mcp: {
    tool: 'get_agent',
    category: 'Agents',
    title: 'Read an agent',
    description:
      'One agent, or with agent: me who you are and for whom: configuration, leases held now, its memory in short, newest activity.',
    concise: [
      'slug',
      'name',
      'owner',
      'description',
      'role',
      'skills',
      'memory_scope',
      'status',
      'stop_reason',
      'open_tasks',
      'leases',
      'memory',
      'activity',
      'version',
    ],
  },
})

export const updateAgent = contract({
  summary: 'Change an agent',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'change',
  input: z.strictObject({
    agent: AgentRef,
    name: Name.optional(),
    description: Description.optional(),
    role: Role.optional(),
    skills: Skills.optional(),
    memory_scope: MemoryScope.optional(),
    project: ProjectRef.nullable().optional(),
    model: Name.optional(),
    settings: Settings.optional(),
    version: Version.optional(),
  }),
  output: Agent,
  http: [
    { method: 'PUT', path: '/api/agents/:id', params: one },
    { method: 'PATCH', path: '/api/agents/:id', params: one },
  ],
  mcp: {
    tool: 'update_agent',
    category: 'Agents',
    title: 'Update an agent',
    description: 'Change an agent’s configuration, role or skills.',
    concise: ['slug', 'version'],
    idempotent: true,
  },
})

export const deleteAgent = contract({
  summary: 'Delete an agent: its leases are released, its tokens stop working',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'delete',
  input: z.strictObject({ agent: AgentRef, archive_memory: z.boolean().default(false) }),
  output: Agent.extend({ released_leases: z.int() }),
  http: [{ method: 'DELETE', path: '/api/agents/:id', params: one }],
  mcp: {
    tool: 'delete_agent',
    category: 'Agents',
    title: 'Delete an agent',
    description: 'Remove an agent: its leases end and its tokens stop; archive_memory: true keeps its memory aside.',
    concise: ['slug', 'released_leases', 'deleted_at'],
    idempotent: true,
    undo: { how: 'delete_agent with restore: true' },
    variants: restoredBy('restoreAgent', 'agent'),
  },
})

export const restoreAgent = contract({
  summary: 'Restore a deleted agent; its tokens work again',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'change',
  input: z.strictObject({ agent: AgentRef }),
  output: Agent,
  http: [{ method: 'POST', path: '/api/agents/:id/restore', params: one }],
  rehearsal: { after: 'deleteAgent', carry: { agent: 'id' } },
})

export const publishAgent = contract({
  summary: 'Publish a page about an agent; requires a person',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ agent: AgentRef, slug: Slug.optional() }),
  output: Agent,
  http: [{ method: 'POST', path: '/api/agents/:id/publish', params: one }],
})

export const unpublishAgent = contract({
  summary: 'Unpublish the public page of an agent',
  realm: 'organization',
  permission: 'agent:write',
  effect: 'delete',
  input: z.strictObject({ agent: AgentRef }),
  output: Agent,
  http: [{ method: 'DELETE', path: '/api/agents/:id/publish', params: one }],
})

export const getPublicAgent = contract({
  summary: 'A public agent as everyone sees it',
  realm: 'public',
  permission: 'anyone',
  effect: 'read',
  input: z.strictObject({ slug: Slug }),
  output: z.object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    role: z.string(),
    model: z.string(),
    organization: z.string(),
    published_at: Timestamp,
    updated_at: Timestamp,
  }),
  http: [{ method: 'GET', path: '/api/agents/public/:slug' }],
  rehearsal: { after: 'publishAgent', carry: { slug: 'public_slug' } },
})

export const enrolAgent = contract({
  summary: 'The agent that acts through this token and client, made on first use',
  realm: 'organization',
  permission: 'agent:read',
  effect: 'create',
  input: z.strictObject({ token_id: Id, client_name: Name }),
  output: z.object({ id: Id, slug: z.string(), name: z.string(), owner_id: Id, hints_waiting: z.boolean() }),
  rehearsal: { input: { token_id: '$token_id', client_name: '$new_handle' } },
})

export const findTokenAgent = contract({
  summary: 'The agent that acts through this token and client, if there is one already',
  realm: 'organization',
  permission: 'agent:read',
  effect: 'read',
  input: z.strictObject({ token_id: Id, client_name: Name }),
  output: z.object({ found: z.object({ id: Id, hints_waiting: z.boolean() }).nullable() }),
  rehearsal: { after: 'enrolAgent', input: { token_id: '$token_id', client_name: 'Rehearsal' } },
})

export const confirmAgent = contract({
  summary: 'Whether an agent may still act, and whether people have something to say to it',
  realm: 'organization',
  permission: 'agent:read',
  effect: 'read',
  input: z.strictObject({ agent_id: Id }),
  output: z.object({ id: Id, hints_waiting: z.boolean() }),
  rehearsal: { after: 'createAgent', carry: { agent_id: 'id' } },
})

export const releaseAgentLeases = contract({
  summary: 'End what a deleted agent has claimed in its last moment',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ agent_id: Id }),
  output: z.object({ released: z.int() }),
})
