import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'
import { AiMessage } from '../sessions/ai-sessions.contract.ts'

// A model takes longer than an operation may, so the answer is written between two operations: by the door, while its reader waits.
const inside = { realm: 'organization', permission: 'assistant:write' } as const
const answered = { after: 'askAssistant', carry: { answer: 'answer.id' } }

export const beginAnswer = contract({
  ...inside,
  effect: 'change',
  summary: 'Take an answer that is to be written, with what the model is sent for it',
  input: z.strictObject({ answer: Id }),
  output: z.object({
    /** Null if it is written already, or somebody else is writing it right now. */
    prompt: z
      .object({ system: z.string(), messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })) })
      .nullable(),
    answer: AiMessage,
  }),
  rehearsal: answered,
})

export const watchAnswer = contract({
  realm: 'organization',
  permission: 'assistant:read',
  effect: 'read',
  summary: 'Whether the caller may still read what an answer is written from',
  stale_after: ['ai_session.*'],
  input: z.strictObject({ answer: Id }),
  output: z.object({ allowed: z.literal(true) }),
  rehearsal: answered,
})

const count = z.int().min(0).nullable()

export const finishAnswer = contract({
  ...inside,
  effect: 'change',
  summary: 'Keep what the model wrote, with the citations that lead somewhere, and count what it used',
  input: z.strictObject({
    answer: Id,
    text: z.string().max(200_000),
    ended: z.enum(['done', 'cut_off', 'cancelled', 'failed']),
    note: z.string().max(1000).nullable(),
    tokens_in: count,
    tokens_out: count,
    cost_micros: count,
    seconds: z.int().min(0),
  }),
  output: AiMessage,
  rehearsal: {
    ...answered,
    input: { text: 'Text', ended: 'done', note: null, tokens_in: 10, tokens_out: 2, cost_micros: null, seconds: 1 },
  },
})
