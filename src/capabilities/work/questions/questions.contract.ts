import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { PersonName } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'
import { CommentDelivery } from '../comment-deliveries/comment-deliveries.contract.ts'

/** Open until it is answered, withdrawn (deleted, or its thread resolved) or expired (its time is over, or its task has ended); then for good. */
export const questionStates = ['open', 'answered', 'withdrawn', 'expired'] as const
export type QuestionState = (typeof questionStates)[number]

/** What changes how many questions wait on a task, besides the end of the task. */
export const questionEvents = ['comment.asked', 'comment.answered', 'comment.resolved', 'comment.deleted', 'comment.expired'] as const

export const Question = z.object({
  choices: z.array(z.string()),
  answer_by: Timestamp.nullable(),
  state: z.enum(questionStates),
  /** The choice that was picked, or what a person replied instead: the first answer counts. */
  answer: z.string().nullable(),
  answered_by: PersonName.nullable(),
  answered_at: Timestamp.nullable(),
  /** The reply that holds the answer. */
  answer_id: Id.nullable(),
  /** When it was answered, withdrawn or expired. */
  settled_at: Timestamp.nullable(),
  /** How far the answer has come to the agent that asked. */
  delivery: CommentDelivery.nullable(),
})

components({ CommentQuestion: Question })

export const expireQuestion = contract({
  summary: 'Close a question that nobody answered in time',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ comment_id: Id }),
  output: z.object({ expired: z.boolean() }),
})
