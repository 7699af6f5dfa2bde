import { event } from '../../../kernel/events.ts'

interface Data {
  comment_id: string
  agent_id: string
  item_id: string
  project_id: string
}

const place = ({ item_id, project_id }: Data) => ({ subject_id: item_id, project_id })

export const commentDelivered = event<Data>('comment.delivered', place)
export const commentRead = event<Data>('comment.read', place)
