import { event } from '../../../kernel/events.ts'
import type { AnyItem } from '../items/require-any-item.ts'
import type { CommentRow } from './comments.queries.ts'

interface Data {
  comment: CommentRow
  item: AnyItem
}

// A comment is part of its item's history, so the item is the subject of the event.
const place = ({ item }: Data) => ({ project_id: item.project_id, subject_id: item.id })

export const commentCreated = event<Data & { mentions: string[] }>('comment.created', place)
export const commentUpdated = event<Data & { mentions: string[] }>('comment.updated', place)
export const commentAnswered = event<Data>('comment.answered', place)
export const commentResolved = event<Data>('comment.resolved', place)
export const commentReopened = event<Data>('comment.reopened', place)
export const commentDeleted = event<Data>('comment.deleted', place)
export const commentRestored = event<Data>('comment.restored', place)
