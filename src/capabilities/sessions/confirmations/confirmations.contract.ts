import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'

const Answer = z.enum(['declined', 'unanswered'])

export const recordConfirmationAnswer = contract({
  summary: 'Keep that a person said no to a call, or closed the question; answers what holds now',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  input: z.strictObject({ user_id: Id, agent_id: Id, call: z.string().max(64), answer: Answer }),
  output: z.object({ answer: Answer }),
})
