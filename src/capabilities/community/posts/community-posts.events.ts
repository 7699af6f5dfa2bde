import { event } from '../../../kernel/events.ts'

/** In the author's own log, and in the instance's: no organization has a part in it. */
export const communityPostChanged = event<{ post: { id: string; status: string } }>('community.post_changed', ({ post }) => ({
  subject_id: post.id,
}))
