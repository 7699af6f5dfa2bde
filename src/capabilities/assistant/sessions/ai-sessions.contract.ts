import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { ProjectRef, Title, stamps } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

export const AiSessionRef = ref('ai_session', Id)

/** A question to the assistant. */
export const QuestionText = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .regex(/^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]*$/u, 'must be text')

const AiSession = z.object({
  id: Id,
  /** Its first question, unless it was renamed; empty until then. */
  title: z.string(),
  project_id: Id.nullable(),
  /** The repository it is about, if it is a chat over code. */
  repository_id: Id.nullable(),
  messages: z.int(),
  ...stamps,
})

/** Where a passage comes from: a file at a commit, or an item in Baton. */
const place = {
  kind: z.enum(['file', 'task', 'epic', 'story', 'feature', 'spec', 'decision', 'note', 'memory']),
  id: Id.nullable(),
  ref: z.string().nullable(),
  title: z.string().nullable(),
  project: z.string().nullable(),
  path: z.string().nullable(),
  start_line: z.int().nullable(),
  end_line: z.int().nullable(),
  commit: z.string().nullable(),
}
/** What the model answers from. It cites passages by number. */
export const Passage = z.object({ number: z.int(), ...place, text: z.string() })
/** A place that the answer cites, found among its passages and verified. */
export const Citation = z.object({ number: z.int(), ...place, quote: z.string().nullable() })
/** A citation that couldn't be verified and was removed from the answer. */
export const Dropped = z.object({ cited: z.string(), reason: z.enum(['no_such_passage', 'not_in_passage', 'file_changed']) })

export const AiMessage = z.object({
  id: Id,
  session_id: Id,
  role: z.enum(['question', 'answer']),
  text: z.string(),
  /** `passages`: no model is set up, so the passages are the answer. */
  status: z.enum(['writing', 'done', 'cut_off', 'cancelled', 'failed', 'passages', 'over_budget']),
  /** Explains an answer that is incomplete. */
  note: z.string().nullable(),
  passages: z.array(Passage),
  citations: z.array(Citation),
  dropped: z.array(Dropped),
  model: z.string().nullable(),
  tokens_in: z.int().nullable(),
  tokens_out: z.int().nullable(),
  cost: z.number().nullable(),
  created_at: Timestamp,
})

/** A question and its answer, which may still be in progress. */
export const Turn = z.object({ session_id: Id, question: AiMessage, answer: AiMessage })

components({ AiSession, AiMessage, AiPassage: Passage, AiCitation: Citation, AiDroppedCitation: Dropped, AiTurn: Turn })

const read = { realm: 'organization', permission: 'assistant:read', effect: 'read' } as const
const one = { id: 'session' }

export const listAiSessions = contract({
  ...read,
  summary: 'List your conversations with the assistant, the latest first',
  stale_after: ['ai_session.*'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(AiSession),
  http: [{ method: 'GET', path: '/api/ai/sessions' }],
  // It is named after its first question.
  rehearsal: { after: 'askAssistant', carry: {} },
})

export const createAiSession = contract({
  summary: 'Start a conversation with the assistant, about everything you can see or one project',
  realm: 'organization',
  permission: 'assistant:write',
  effect: 'create',
  creates: { ref: 'ai_session', field: 'id' },
  input: z.strictObject({ title: Title.optional(), project: ProjectRef.optional() }),
  output: AiSession,
  http: [{ method: 'POST', path: '/api/ai/sessions' }],
})

export const renameAiSession = contract({
  summary: 'Rename a conversation with the assistant',
  realm: 'organization',
  permission: 'assistant:write',
  effect: 'change',
  input: z.strictObject({ session: AiSessionRef, title: Title }),
  output: AiSession,
  http: [{ method: 'PATCH', path: '/api/ai/sessions/:id/rename', params: one }],
})

export const deleteAiSession = contract({
  summary: 'Delete a conversation with the assistant for good',
  realm: 'organization',
  permission: 'assistant:write',
  effect: 'delete',
  input: z.strictObject({ session: AiSessionRef }),
  output: AiSession,
  http: [{ method: 'DELETE', path: '/api/ai/sessions/:id', params: one }],
})

export const listAiMessages = contract({
  ...read,
  summary: 'Questions and answers of a conversation, the latest first',
  stale_after: ['ai_session.*'],
  input: z.strictObject({ session: AiSessionRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(AiMessage),
  http: [{ method: 'GET', path: '/api/ai/sessions/:id/messages', params: one }],
  rehearsal: { after: 'askAssistant', carry: { session: 'session_id' } },
})
