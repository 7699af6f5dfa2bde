import type { ReviewRow } from './memory-reviews.queries.ts'

export function showReview({ project_id: _, owner_id: __, project_archived_at: ___, ...review }: ReviewRow) {
  return review
}
