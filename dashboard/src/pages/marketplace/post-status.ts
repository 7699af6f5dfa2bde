import type { Output } from '@baton/client'

type Status = Output<'getCommunityPost'>['status']

export const statusOf: Record<Status, string> = {
  pending: 'waits for a moderator',
  published: 'published',
  hidden: 'hidden',
  removed: 'removed',
  withdrawn: 'taken back',
}
