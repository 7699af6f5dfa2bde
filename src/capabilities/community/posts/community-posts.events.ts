import { event } from '../../../kernel/events.ts'

/** Goes to the author's own log, or to the instance's: no organization is involved. */
export const communityPostChanged = event<{ post: { id: string; status: string } }>('community.post_changed', ({ post }) => ({
  subject_id: post.id,
}))
