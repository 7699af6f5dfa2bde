import { z } from 'zod'
import { contract } from '../../../kernel/contract.ts'
import { AiSessionRef, QuestionText, Turn } from '../../assistant/sessions/ai-sessions.contract.ts'

export const askAssistant = contract({
  summary: 'Ask the assistant: returns matching passages and, with a model, an answer that cites them',
  realm: 'organization',
  permission: 'assistant:write',
  effect: 'create',
  input: z.strictObject({ session: AiSessionRef, text: QuestionText }),
  output: Turn,
  streams: true,
  http: [{ method: 'POST', path: '/api/ai/sessions/:id/messages', params: { id: 'session' } }],
})
