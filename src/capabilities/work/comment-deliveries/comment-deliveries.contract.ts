import { z } from 'zod'
import { Timestamp } from '../../../kernel/contract.ts'
import { AgentName } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

/** An agent that a comment is addressed to, and how far the delivery has come. */
export const CommentDelivery = z.object({
  agent: AgentName,
  /** It was mentioned, or it holds the task or asked. */
  why: z.enum(['mention', 'reply']),
  /** When it went out with a tool result; null while it waits for the agent's next call. */
  delivered_at: Timestamp.nullable(),
  /** When the same window called again, which means that the result had arrived. */
  read_at: Timestamp.nullable(),
})

components({ CommentDelivery })
