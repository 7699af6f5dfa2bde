import { z } from 'zod'
import { contract } from '../../../kernel/contract.ts'
import { RepositoryRef } from '../../repositories/repos/repos.contract.ts'
import { AiSessionRef, QuestionText, Turn } from '../sessions/ai-sessions.contract.ts'

export const chatWithRepo = contract({
  summary: 'Ask about the code of a repository: returns matching lines and, with a model, an answer that cites them',
  realm: 'organization',
  permission: 'assistant:write',
  effect: 'create',
  input: z.strictObject({ repo: RepositoryRef, text: QuestionText, session: AiSessionRef.optional() }),
  output: Turn,
  streams: true,
  http: [{ method: 'POST', path: '/api/repos/:id/chat', params: { id: 'repo' } }],
})
