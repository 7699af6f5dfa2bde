import { event } from '../../../kernel/events.ts'

export interface ReviewTold {
  id: string
  kind: string
  memory_id: string
  other_id: string
  resolution: string | null
  project_id: string | null
  owner_id: string | null
}

const place = ({ review }: { review: ReviewTold }) => ({
  project_id: review.project_id,
  owner_id: review.owner_id,
  subject_id: review.id,
})

export const reviewOpened = event<{ review: ReviewTold }>('memory_review.opened', place)
export const reviewResolved = event<{ review: ReviewTold }>('memory_review.resolved', place)
