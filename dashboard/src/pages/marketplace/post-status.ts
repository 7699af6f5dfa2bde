import type { Output } from '@baton/client'

type Status = Output<'getCommunityPost'>['status']

export const statusOf: Record<Status, string> = {
  pending: 'awaiting review',
  published: 'published',
  hidden: 'hidden',
  removed: 'removed',
  withdrawn: 'withdrawn',
}
