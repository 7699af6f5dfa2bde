import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { AgentRef, PersonName, TaskRef } from '../../vocabulary.contract.ts'
import { TunnelRef } from '../tunnels/tunnels.contract.ts'
import { WorkspaceRef } from '../workspaces/workspace-ref.contract.ts'

const read = { realm: 'organization', permission: 'run:read', effect: 'read' } as const
const write = { realm: 'organization', permission: 'run:write' } as const
const one = { id: 'run' }
const ofTask = { id: 'task' }
const ofAgent = { id: 'agent' }

const RunRef = ref('run', Id)
const State = z.enum(['queued', 'starting', 'running', 'waiting', 'done', 'unfinished', 'failed', 'stopped'])
/** As the Agent Client Protocol names them. */
export const ToolKind = z.enum(['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'])
const Client = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'must be a name from the machine’s own file, such as claude')

const Run = z.object({
  id: Id,
  /**
   * waiting: it asked a person a question and continues once that is answered. done: its branch has new commits and nothing is left
   * uncommitted, or its agent has completed the task with a note that nothing had to be changed. unfinished: it ended by itself, but
   * changed nothing or left work uncommitted; `error` says what.
   */
  state: State,
  reason: z.enum(['assigned', 'asked', 'mentioned', 'sent_back', 'answered']),
  task: z.object({ id: Id, key: z.string(), title: z.string(), project_id: Id }),
  agent: z.object({ id: Id, slug: z.string(), name: z.string() }),
  workspace_id: Id,
  client: z.string(),
  requested_by: PersonName,
  /** Where it runs or was requested to run; null: any eligible machine of the workspace. */
  machine: z.object({ id: Id, name: z.string() }).nullable(),
  /** Why it has not started yet, worded for a person; null once it has. */
  waits_for: z.string().nullable(),
  attempt: z.int(),
  session_id: Id.nullable(),
  continues: Id.nullable(),
  branch: z.string().nullable(),
  worktree: z.string().nullable(),
  head: z.string().nullable(),
  changes: z.object({ files: z.int(), insertions: z.int(), deletions: z.int(), dirty_files: z.int() }).nullable(),
  /** Tool calls that the machine’s file did not allow, and of what kinds; null if the agent asked somebody else, or nobody. */
  refused: z.object({ count: z.int(), kinds: z.array(ToolKind) }).nullable(),
  receipt_id: Id.nullable(),
  exit_code: z.int().nullable(),
  error: z.string().nullable(),
  /** The last line of its output, for lists; for the whole output: {listRunOutput}. */
  last_line: z.string().nullable(),
  stop_requested_at: Timestamp.nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
})

const Output = z.object({
  seq: z.int(),
  attempt: z.int(),
  at: Timestamp,
  kind: z.enum(['stdout', 'stderr', 'message', 'tool', 'note']),
  text: z.string(),
})

const Dispatch = z.object({
  agent_id: Id,
  workspace: z.object({ id: Id, slug: z.string(), name: z.string() }),
  client: z.string(),
  at_once: z.int(),
  updated_at: Timestamp,
})

/** A checkout on a machine where a task could run. */
const Place = z.object({
  machine: z.object({ id: Id, name: z.string(), online: z.boolean() }),
  workspace: z.object({ id: Id, slug: z.string(), name: z.string() }),
  path: z.string(),
  clients: z.array(z.string()),
  can_run: z.boolean(),
  why_not: z.enum(['offline', 'not_named', 'no_client', 'busy', 'quiet_hours']).nullable(),
})

components({ Run, RunOutput: Output, AgentDispatch: Dispatch, RunPlace: Place })

const stale_after = ['run.*']

export const startRun = contract({
  ...write,
  effect: 'create',
  summary: 'Start an agent on a task, on a machine of its workspace; only for people whom the machine’s own file names',
  creates: { ref: 'run', field: 'id' },
  input: z.strictObject({ task: TaskRef, agent: AgentRef.optional(), machine: TunnelRef.optional(), client: Client.optional() }),
  output: Run,
  http: [{ method: 'POST', path: '/api/tasks/:id/runs', params: ofTask }],
  rehearsal: { input: { task: '$run_task', agent: '$run_agent', client: 'claude' } },
})

export const listRunPlaces = contract({
  ...read,
  summary: 'Where a task can run now, and why not elsewhere',
  stale_after: ['tunnel.*', 'workspace.*', 'run.*'],
  input: z.strictObject({ task: TaskRef }),
  output: z.object({ items: z.array(Place) }),
  http: [{ method: 'GET', path: '/api/tasks/:id/run-places', params: ofTask }],
})

export const listRuns = contract({
  ...read,
  summary: 'List runs, newest first',
  stale_after: ['run.*', 'runs.output'],
  input: z.strictObject({
    task: TaskRef.optional(),
    agent: AgentRef.optional(),
    machine: TunnelRef.optional(),
    state: State.optional(),
    open: z.boolean().optional().describe('Only those that have not ended'),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(Run),
  http: [{ method: 'GET', path: '/api/runs' }],
})

export const getRun = contract({
  ...read,
  summary: 'Get a run',
  stale_after,
  input: z.strictObject({ run: RunRef }),
  output: Run,
  http: [{ method: 'GET', path: '/api/runs/:id', params: one }],
})

export const listRunOutput = contract({
  ...read,
  summary: 'The output of a run, in order; to follow it, ask again from the last seq',
  stale_after: ['run.*', 'runs.output'],
  input: z.strictObject({ run: RunRef, after: z.int().min(0).default(0), limit: z.int().min(1).max(500).default(200) }),
  output: z.object({ items: z.array(Output), next: z.int(), ended: z.boolean() }),
  http: [{ method: 'GET', path: '/api/runs/:id/output', params: one }],
  rehearsal: { input: { run: '$spoken_run' } },
})

export const stopRun = contract({
  ...write,
  effect: 'change',
  summary: 'Stop a run: the machine ends the agent with everything it has started',
  input: z.strictObject({ run: RunRef }),
  output: Run,
  http: [{ method: 'POST', path: '/api/runs/:id/stop', params: one }],
})

export const getAgentDispatch = contract({
  ...read,
  summary: 'Where an agent starts when a task is assigned to it',
  stale_after: ['agent.*', 'workspace.*'],
  input: z.strictObject({ agent: AgentRef }),
  output: z.object({ dispatch: Dispatch.nullable() }),
  http: [{ method: 'GET', path: '/api/agents/:id/dispatch', params: ofAgent }],
})

export const listWorkspaceAgents = contract({
  ...read,
  summary: 'Which agents are started in a workspace when they are assigned a task',
  stale_after: ['agent.*', 'workspace.*'],
  input: z.strictObject({ workspace: WorkspaceRef }),
  output: z.object({
    items: z.array(z.object({ agent: z.object({ id: Id, slug: z.string(), name: z.string() }), client: z.string(), at_once: z.int() })),
  }),
  http: [{ method: 'GET', path: '/api/workspaces/:id/agents', params: { id: 'workspace' } }],
  rehearsal: { input: { workspace: '$dispatching_workspace' } },
})

export const setAgentDispatch = contract({
  ...write,
  effect: 'change',
  summary: 'Start your agent on machines of a workspace when a person assigns it a task',
  input: z.strictObject({ agent: AgentRef, workspace: WorkspaceRef, client: Client, at_once: z.int().min(1).max(20).default(1) }),
  output: Dispatch,
  http: [{ method: 'PUT', path: '/api/agents/:id/dispatch', params: ofAgent }],
  rehearsal: { input: { agent: '$run_agent', workspace: '$run_workspace', client: 'claude' } },
})

export const clearAgentDispatch = contract({
  ...write,
  effect: 'delete',
  summary: 'Stop starting your agent when it is assigned a task; runs that have started continue',
  input: z.strictObject({ agent: AgentRef }),
  output: z.object({ agent_id: Id, cleared: z.boolean() }),
  http: [{ method: 'DELETE', path: '/api/agents/:id/dispatch', params: ofAgent }],
  rehearsal: { input: { agent: '$run_agent' } },
})
