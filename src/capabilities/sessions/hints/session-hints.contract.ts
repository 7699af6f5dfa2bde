import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { caller } from '../../agents/notices/notices.contract.ts'
import { SessionRef, Markdown, TaskRef } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Body = Markdown.min(1).max(2000)

export const Hint = z.object({
  id: Id,
  kind: z.enum(['hint', 'ask_release']),
  session_id: Id.nullable(),
  /** The agent it is for; without one it reaches the lease's holder as a notification. */
  agent_id: Id.nullable(),
  task_id: Id.nullable(),
  author: z.object({ id: Id, handle: z.string(), name: z.string() }).nullable(),
  body: z.string(),
  created_at: Timestamp,
  /** When it went out with a tool result; null while it waits. */
  delivered_at: Timestamp.nullable(),
})

const read = { realm: 'organization', permission: 'session:read', effect: 'read' } as const
const create = { realm: 'organization', permission: 'session:write', effect: 'create' } as const

export const sendHint = contract({
  ...create,
  summary: 'Send a hint to a running agent session; it comes with the agent’s next tool result',
  creates: { ref: 'hint', field: 'id' },
  input: z.strictObject({ session: SessionRef, body: Body }),
  output: Hint,
  http: [{ method: 'POST', path: '/api/sessions/:id/hints', params: { id: 'session' } }],
})

export const listSessionHints = contract({
  ...read,
  summary: 'The hints sent to an agent session, newest first, and when they were delivered',
  stale_after: ['hint.*'],
  input: z.strictObject({ session: SessionRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Hint),
  http: [{ method: 'GET', path: '/api/sessions/:id/hints', params: { id: 'session' } }],
})

export const askRelease = contract({
  ...create,
  summary: 'Ask whoever holds a task’s lease to release it',
  creates: { ref: 'release_request', field: 'id' },
  input: z.strictObject({ task: TaskRef, body: Body.optional() }),
  output: Hint,
  http: [{ method: 'POST', path: '/api/tasks/:key/ask-release', params: { key: 'task' } }],
  rehearsal: { after: 'claimTask', carry: { task: 'task.key' } },
})

export const listReleaseRequests = contract({
  ...read,
  summary: 'The requests to release a task, newest first, and when they were delivered',
  stale_after: ['hint.*', 'task.*'],
  input: z.strictObject({ task: TaskRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Hint),
  http: [{ method: 'GET', path: '/api/tasks/:key/ask-release', params: { key: 'task' } }],
  rehearsal: { after: 'claimTask', carry: { task: 'task.key' } },
})

const Message = z.object({
  kind: z.enum(['hint', 'ask_release', 'mention', 'reply']),
  session_id: Id.nullable(),
  task: z.string().nullable(),
  author: Hint.shape.author,
  body: z.string(),
  created_at: Timestamp,
})

components({ Hint, SessionMessage: Message })

export const takeHints = contract({
  summary: 'What people have to say to an agent, taken once by the door that will tell it',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  input: z.strictObject({ ...caller, session_id: Id.optional(), resumes: z.boolean().default(false), began: Timestamp }),
  output: z.object({ items: z.array(Message) }),
})
