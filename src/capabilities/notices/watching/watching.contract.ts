import { z } from 'zod'
import { contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { FeatureRef } from '../../features/features/feature.contract.ts'
import { ItemKind, PersonName, TaskRef } from '../../vocabulary.contract.ts'

const Watching = z.object({
  /** Whether you are notified. */
  watching: z.boolean(),
  /** Who is notified of comments and status changes, yourself included. */
  watchers: z.array(PersonName),
})

components({ Watching })

const item = { item: TaskRef, kind: ItemKind.optional() }
const wanted = { watching: z.boolean().default(true) }
const ofItem = { path: '/api/items/:key/watchers', params: { key: 'item' } } as const
const ofTask = { path: '/api/tasks/:key/watchers', params: { key: 'item' }, fixed: { kind: 'task' } } as const
const ofFeature = { path: '/api/features/:id/watchers', params: { id: 'feature' } } as const
const itemAccess = { realm: 'organization', permission: 'task:read', output: Watching } as const
const featureAccess = { realm: 'organization', permission: 'feature:read', output: Watching } as const

export const watchItem = contract({
  ...itemAccess,
  permission: 'task:write',
  summary: 'Watch a task, story or epic for comments and status changes, or stop watching it',
  effect: 'change',
  input: z.strictObject({ ...item, ...wanted }),
  http: [
    { method: 'PUT', ...ofItem },
    { method: 'PUT', ...ofTask },
  ],
})

export const listItemWatchers = contract({
  ...itemAccess,
  summary: 'Who watches a task, story or epic',
  effect: 'read',
  stale_after: ['watcher.changed', 'comment.created', 'comment.updated', 'task.created', 'task.updated', 'story.updated', 'epic.updated'],
  input: z.strictObject(item),
  http: [
    { method: 'GET', ...ofItem },
    { method: 'GET', ...ofTask },
  ],
})

export const watchFeature = contract({
  ...featureAccess,
  permission: 'feature:write',
  summary: 'Watch a feature, or stop watching it',
  effect: 'change',
  input: z.strictObject({ feature: FeatureRef, ...wanted }),
  http: [{ method: 'PUT', ...ofFeature }],
})

export const listFeatureWatchers = contract({
  ...featureAccess,
  summary: 'Who watches a feature',
  effect: 'read',
  stale_after: ['watcher.changed', 'feature.created', 'feature.updated', 'review.submitted'],
  input: z.strictObject({ feature: FeatureRef }),
  http: [{ method: 'GET', ...ofFeature }],
})
