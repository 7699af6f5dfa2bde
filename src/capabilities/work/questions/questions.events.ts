import { event } from '../../../kernel/events.ts'
import type { AnyItem } from '../items/require-any-item.ts'

interface Data {
  comment: { id: string }
  item: AnyItem
}

// A question is a comment, and part of its item's history.
const place = ({ item }: Data) => ({ project_id: item.project_id, subject_id: item.id })

/** Beside `comment.created`: the comment is a question. */
export const questionAsked = event<Data>('comment.asked', place)
export const questionExpired = event<Data>('comment.expired', place)
