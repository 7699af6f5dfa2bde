import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../../kernel/contract.ts'
import {
  AgentName,
  AgentRef,
  Markdown,
  Name,
  ProjectRef,
  Title,
  totals,
  SessionRef,
  SessionStatus,
  ClientSession,
} from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Goals = z.array(Markdown.min(1).max(500)).min(1).max(20)
const Count = z.int().min(0).max(1_000_000_000)
/** Since the last checkpoint; unknown values are left out. The cost is in US dollars. */
const Usage = z.strictObject({
  tokens_in: Count.optional(),
  tokens_out: Count.optional(),
  cost: z.number().min(0).max(100_000).optional(),
  model: Name.optional(),
})

/** The schema shown to models: names only; the limits are reported when one is exceeded. */
const shown = {
  session: z.string().optional(),
  client_session: z.string().optional(),
  state: Markdown.optional(),
  usage: z
    .strictObject({
      tokens_in: z.number().optional(),
      tokens_out: z.number().optional(),
      cost: z.number().optional(),
      model: z.string().optional(),
    })
    .optional(),
}

export const Session = z.object({
  id: Id,
  title: z.string(),
  status: SessionStatus,
  goals: z.array(z.string()),
  outcome: z.string().nullable(),
  project_id: Id.nullable(),
  owner_id: Id,
  agent_id: Id.nullable(),
  /** The session this one continues. */
  parent_id: Id.nullable(),
  checkpoints: z.int(),
  /** When it was last heard from. */
  seen_at: Timestamp,
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
  updated_at: Timestamp,
  version: Version,
})

export const Checkpoint = z.object({
  number: z.int(),
  progress: z.string(),
  state: z.string(),
  files: z.array(z.string()),
  model: z.string().nullable(),
  /** Null is unknown, which is not zero. */
  tokens_in: z.int().nullable(),
  tokens_out: z.int().nullable(),
  cost: z.number().nullable(),
  seconds: z.int().nullable(),
  created_at: Timestamp,
})

/** In use: it is running, and its client called within the last five minutes. */
const Alive = z.boolean()

export const SessionLease = z.object({ task: z.string(), title: z.string(), until: Timestamp })

const Ran = z.object({
  command: z.string(),
  /** The exit code of the last time. */
  code: z.int(),
  times: z.int(),
})

/** What the hooks of the client saw, newest first: nothing that the agent itself has said in a checkpoint. */
export const Trace = z.object({ at: Timestamp, said: z.array(z.string()), files: z.array(z.string()), ran: z.array(Ran) })

components({ Session, Checkpoint, SessionLease, Trace })

const read = { realm: 'organization', permission: 'session:read', effect: 'read' } as const
const change = { realm: 'organization', permission: 'session:write', effect: 'change' } as const
const one = { id: 'session' }
const sample = { usage: { tokens_in: 1200, tokens_out: 300, cost: 0.02, model: 'model-1' } }

export const createSession = contract({
  summary: 'Start an agent session',
  realm: 'organization',
  permission: 'session:write',
  effect: 'create',
  creates: { ref: 'agent_session', field: 'id' },
  input: z.strictObject({
    goals: Goals,
    context: Markdown.optional(),
    project: ProjectRef.optional(),
    client_session: ClientSession.optional(),
  }),
  output: Session.extend({ context: z.string() }),
  http: [{ method: 'POST', path: '/api/sessions' }],
  mcp: {
    tool: 'create_session',
    category: 'Sessions',
    title: 'Start a session',
    description: 'Start a work session with goals; give its id to claim_task and checkpoint_session.',
    concise: ['id', 'status'],
  },
})

export const listSessions = contract({
  ...read,
  summary: 'List agent sessions, newest first',
  stale_after: ['agent_session.*', 'agent.*'],
  input: z.strictObject({
    whose: z.enum(['user', 'agent', 'all']).default('user'),
    project: ProjectRef.optional(),
    agent: AgentRef.optional(),
    status: SessionStatus.optional(),
    /** Only sessions of this window. */
    client_session: ClientSession.optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(
    Session.extend({
      alive: Alive,
      agent: AgentName.nullable(),
      /** As reported, in US dollars and tokens; null if nothing was reported. */
      cost: z.number().nullable(),
      tokens: z.int().nullable(),
      /** The tasks it holds now. */
      tasks: z.array(z.object({ key: z.string(), title: z.string() })),
    }),
  ).extend(totals),
  http: [{ method: 'GET', path: '/api/sessions' }],
  mcp: {
    tool: 'list_sessions',
    category: 'Sessions',
    title: 'List sessions',
    description: 'List sessions of your user, of yourself (agent), or all you may see, to find one to resume.',
    concise: ({ session }) =>
      session === undefined
        ? ['id', 'title', 'status', 'alive', 'goals', 'outcome', 'checkpoints', 'agent', 'seen_at']
        : ['id', 'status', 'goals', 'context', 'leases', 'trace', 'number', 'created_at', 'progress', 'state', 'files'],
    // One session, or its checkpoints: the context pack names these calls for what it left out, so no model has to know them.
    variants: {
      input: {},
      choose: ({ session, checkpoints, ...given }) => {
        if (session === undefined) return { given: { ...given, ...(checkpoints !== undefined && { checkpoints }) } }
        return { operation: checkpoints === true ? 'listCheckpoints' : 'getSession', given: { ...given, session } }
      },
    },
  },
  rehearsal: { input: { whose: 'all' } },
})

export const getSession = contract({
  ...read,
  summary: 'An agent session with what it holds and its newest steps',
  stale_after: ['agent_session.*', 'agent.*'],
  input: z.strictObject({ session: SessionRef }),
  output: Session.extend({
    alive: Alive,
    agent: AgentName.nullable(),
    context: z.string(),
    leases: z.array(SessionLease.extend({ from: Timestamp.nullable() })),
    /** The newest first; the rest is at /checkpoints. */
    steps: z.array(Checkpoint),
    trace: Trace.nullable(),
    resumed_by: z.array(Id),
  }),
  http: [{ method: 'GET', path: '/api/sessions/:id', params: one }],
})

export const listCheckpoints = contract({
  ...read,
  summary: 'The checkpoints of an agent session, newest first',
  stale_after: ['agent_session.*'],
  input: z.strictObject({ session: SessionRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Checkpoint),
  http: [{ method: 'GET', path: '/api/sessions/:id/checkpoints', params: one }],
  rehearsal: { after: 'endSession', carry: { session: 'id' } },
})

export const checkpointSession = contract({
  summary: 'Report the progress of an agent session, which also keeps it alive',
  realm: 'organization',
  permission: 'session:write',
  effect: 'create',
  input: z.strictObject({
    session: SessionRef.optional(),
    client_session: ClientSession.optional(),
    progress: Markdown.min(1).max(4000),
    state: Markdown.optional(),
    files: z.array(Title).max(100).optional(),
    usage: Usage.optional(),
  }),
  output: Session.extend({ checkpoint: Checkpoint, leases: z.array(SessionLease) }),
  http: [{ method: 'POST', path: '/api/sessions/:id/checkpoints', params: one }],
  mcp: {
    tool: 'checkpoint_session',
    category: 'Sessions',
    title: 'Checkpoint a session',
    description:
      'Save progress and what a successor must know, and renew the session’s leases; usage (cost in USD) is what was used since the last checkpoint.',
    concise: ['id', 'status', 'checkpoint.number', 'leases'],
    shows: z.strictObject({ ...shown, progress: Markdown.max(4000), files: z.array(z.string()).optional() }),
    // What hooks saw is no checkpoint; no model has to know how they say so.
    variants: {
      input: {},
      choose: ({ source, ...given }) =>
        source === 'harness' ? { operation: 'traceSession', given } : { given: source === undefined ? given : { ...given, source } },
    },
  },
  rehearsal: { input: sample },
})

export const endSession = contract({
  ...change,
  summary: 'End an agent session: its leases are released, its final state becomes memory',
  input: z.strictObject({
    session: SessionRef.optional(),
    client_session: ClientSession.optional(),
    outcome: Markdown.min(1).max(4000),
    state: Markdown.optional(),
    usage: Usage.optional(),
  }),
  output: Session.extend({ released_leases: z.int(), memory_id: Id }),
  http: [{ method: 'POST', path: '/api/sessions/:id/end', params: one }],
  mcp: {
    tool: 'end_session',
    category: 'Sessions',
    title: 'End a session',
    description: 'End a session: outcome and final state are kept as memory, leases are released.',
    concise: ['id', 'status', 'released_leases', 'memory_id'],
    idempotent: true,
    shows: z.strictObject({ ...shown, outcome: Markdown.max(4000) }),
  },
  rehearsal: { after: 'checkpointSession', carry: { session: 'id' } },
})

export const loseSession = contract({
  summary: 'Mark an agent session without contact as lost',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ session_id: Id }),
  output: z.object({ lost: z.boolean() }),
})
