import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { CommentDelivery } from '../comment-deliveries/comment-deliveries.contract.ts'
import { AgentName, ItemKind, Markdown, PersonName, TaskRef, stamps } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'
import { Question } from '../questions/questions.contract.ts'

const CommentRef = ref('comment', Id)
const Body = Markdown.refine((text) => text.trim() !== '', 'must not be empty')

/** Answers that a question offers, to be picked with one tap. */
export const Choices = z
  .array(z.string().trim().min(1).max(80))
  .min(2)
  .max(6)
  .refine((choices) => new Set(choices).size === choices.length, 'must differ from each other')
const AnswerBy = z.iso.datetime({ offset: true }).max(40).describe('It can no longer be answered after this time')

export const Comment = z.object({
  id: Id,
  item_id: Id,
  reply_to: Id.nullable(),
  body: z.string(),
  author_id: Id,
  author_agent_id: Id.nullable(),
  author: PersonName.nullable(),
  author_agent: AgentName.nullable(),
  /** Who wrote it at the code host, and where, if it came from there; `author` is then null. */
  source_author: z.string().nullable(),
  source_url: z.string().nullable(),
  /** The answers it offers, if it is a question. */
  question: Question.nullable(),
  /** The agents it is addressed to, if a person wrote it. */
  deliveries: z.array(CommentDelivery),
  edited_at: Timestamp.nullable(),
  /** Set when the thread that it begins needs no more answers. */
  resolved_at: Timestamp.nullable(),
  resolved_by: PersonName.nullable(),
  deleted_at: Timestamp.nullable(),
  ...stamps,
})

components({ Comment })

// `kind` comes from the path: below /api/tasks there are only tasks.
const of = { item: TaskRef, kind: ItemKind.optional() }
const access = { realm: 'organization', permission: 'task:write' } as const
const items = { path: '/api/items/:key/comments', params: { key: 'item' } } as const
const tasks = { path: '/api/tasks/:key/comments', params: { key: 'item' }, fixed: { kind: 'task' } } as const
const oneOfItem = { path: '/api/items/:key/comments/:id', params: { key: 'item', id: 'comment' } } as const
const oneOfTask = { path: '/api/tasks/:key/comments/:id', params: { key: 'item', id: 'comment' }, fixed: { kind: 'task' } } as const

export const createComment = contract({
  ...access,
  summary: 'Comment on a task, story or epic; @handle notifies a member or an agent',
  effect: 'create',
  creates: { ref: 'comment', field: 'id' },
  input: z.strictObject({
    ...of,
    body: Body,
    reply_to: CommentRef.optional(),
    choices: Choices.optional(),
    answer_by: AnswerBy.optional(),
  }),
  output: Comment,
  http: [
    { method: 'POST', ...items },
    { method: 'POST', ...tasks },
  ],
})

export const answerComment = contract({
  ...access,
  summary:
    'Answer a question with one of its choices; the first answer counts and goes to the agent that asked. A reply answers it in words',
  not_impersonated: true,
  effect: 'change',
  input: z.strictObject({ ...of, comment: CommentRef, choice: z.string().min(1).max(80) }),
  output: Comment,
  http: [
    { method: 'POST', ...oneOfItem, path: `${oneOfItem.path}/answer` },
    { method: 'POST', ...oneOfTask, path: `${oneOfTask.path}/answer` },
  ],
  rehearsal: { input: { item: '$question_task', comment: '$question', choice: 'Up' } },
})

export const listComments = contract({
  realm: 'organization',
  permission: 'task:read',
  effect: 'read',
  summary: 'List the comments on a task, story or epic, newest first',
  stale_after: ['comment.*', 'task.updated', 'task.deleted', 'story.updated', 'story.deleted', 'epic.updated', 'epic.deleted'],
  input: z.strictObject({ ...of, limit: Limit, cursor: Cursor.optional() }),
  output: page(Comment),
  http: [
    { method: 'GET', ...items },
    { method: 'GET', ...tasks },
  ],
})

export const updateComment = contract({
  ...access,
  summary: 'Edit one of your comments',
  effect: 'change',
  input: z.strictObject({ ...of, comment: CommentRef, body: Body, version: Version.optional() }),
  output: Comment,
  http: [
    { method: 'PATCH', ...oneOfItem },
    { method: 'PATCH', ...oneOfTask },
  ],
})

export const deleteComment = contract({
  ...access,
  summary: 'Delete a comment: your own or, as an admin, anyone’s',
  effect: 'delete',
  input: z.strictObject({ ...of, comment: CommentRef }),
  output: Comment,
  http: [
    { method: 'DELETE', ...oneOfItem },
    { method: 'DELETE', ...oneOfTask },
  ],
})

export const restoreComment = contract({
  ...access,
  summary: 'Restore a deleted comment; for its author or an admin',
  effect: 'change',
  input: z.strictObject({ ...of, comment: CommentRef }),
  output: Comment,
  http: [
    { method: 'POST', ...oneOfItem, path: `${oneOfItem.path}/restore` },
    { method: 'POST', ...oneOfTask, path: `${oneOfTask.path}/restore` },
  ],
  rehearsal: { after: 'deleteComment', carry: { item: 'item_id', comment: 'id' } },
})

export const resolveComment = contract({
  ...access,
  summary: 'Resolve the thread that begins with this comment, or reopen it',
  effect: 'change',
  input: z.strictObject({ ...of, comment: CommentRef, resolved: z.boolean().default(true) }),
  output: Comment,
  http: [
    { method: 'POST', ...oneOfItem, path: `${oneOfItem.path}/resolve` },
    { method: 'POST', ...oneOfTask, path: `${oneOfTask.path}/resolve` },
  ],
  rehearsal: { input: { item: '$question_task', comment: '$first_comment' } },
})
