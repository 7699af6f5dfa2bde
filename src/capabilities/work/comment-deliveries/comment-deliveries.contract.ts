import { z } from 'zod'
import { Id, Timestamp } from '../../../kernel/contract.ts'
import { AgentName } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

/** An agent that a comment is addressed to, and how far the delivery has come. */
export const CommentDelivery = z.object({
  agent: AgentName,
  /** It was mentioned, or it holds the task or asked. */
  why: z.enum(['mention', 'reply']),
  /** When it went out with a tool result; null while it waits. */
  delivered_at: Timestamp.nullable(),
  /** The agent's session that got it, where the call told. */
  session_id: Id.nullable(),
  /** When the same window called again, which means that the result had arrived. */
  read_at: Timestamp.nullable(),
  /** Until then, it waits for whoever holds or reads the task or resumes a session of the agent; from then on, any call of the agent takes it. */
  anyone_from: Timestamp,
  /** The agent's last call, wherever it worked: while an answer waits, the agent has been silent since. */
  last_call_at: Timestamp.nullable(),
})

components({ CommentDelivery })
