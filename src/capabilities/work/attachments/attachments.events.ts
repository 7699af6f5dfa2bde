import { event } from '../../../kernel/events.ts'
import type { AnyItem } from '../items/require-any-item.ts'
import type { AttachmentRow } from './attachments.queries.ts'

interface Data {
  attachment: AttachmentRow
  item: AnyItem
}

const place = ({ item }: Data) => ({ project_id: item.project_id, subject_id: item.id })

export const attachmentCreated = event<Data>('attachment.created', place)
export const attachmentDeleted = event<Data>('attachment.deleted', place)
