import { z } from 'zod'
import { Id, Timestamp, contract, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'

const bytes = (length: number) =>
  z
    .string()
    .max(Math.ceil((length * 4) / 3) + 2)
    .refine((text) => /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').length === length, `must be ${length} bytes as base64url`)

const PushSubscription = z.object({
  id: Id,
  /** Host of the push service. */
  service: z.string(),
  device: z.string().nullable(),
  /** Created with the login session of this call. */
  current: z.boolean(),
  created_at: Timestamp,
  last_sent_at: Timestamp.nullable(),
  /** Why the last message failed; null after a successful one. */
  failure: z.string().nullable(),
})

components({ PushSubscription })

const own = { realm: 'identity', permission: 'self' } as const
const SubscriptionId = ref('push_subscription', Id)

export const getPush = contract({
  ...own,
  summary: 'The browsers that get your push notifications, and the key to subscribe one',
  effect: 'read',
  stale_after: ['push.*'],
  input: z.strictObject({}),
  output: z.object({ public_key: z.string().nullable(), items: z.array(PushSubscription) }),
  http: [{ method: 'GET', path: '/api/settings/push' }],
})

export const subscribePush = contract({
  ...own,
  summary: 'Get push notifications in this browser; they end with the login session',
  effect: 'create',
  needs_person: true,
  creates: { ref: 'push_subscription', field: 'id' },
  input: z.strictObject({
    endpoint: z.url().max(2000),
    keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }).describe('What PushSubscription.toJSON() has there'),
  }),
  output: PushSubscription,
  http: [{ method: 'POST', path: '/api/settings/push' }],
  rehearsal: { input: { endpoint: '$push_endpoint', keys: '$push_keys' } },
})

export const unsubscribePush = contract({
  ...own,
  summary: 'Stop push notifications in a browser',
  effect: 'delete',
  input: z.strictObject({ id: SubscriptionId }),
  output: PushSubscription.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/settings/push/:id' }],
})

export const testPush = contract({
  ...own,
  summary: 'Send a browser a message to see whether it arrives',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ id: SubscriptionId }),
  output: z.object({ id: Id, sent: z.boolean(), failure: z.string().nullable() }),
  http: [{ method: 'POST', path: '/api/settings/push/:id/test' }],
})

export const sendPush = contract({
  summary: 'Tell a user in their browsers what waits for them, and take away what no longer does',
  realm: 'identity',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({
    user_id: Id,
    notification_ids: z.array(Id).max(1000),
    /** Subscriptions for which an earlier attempt failed; without them, all. */
    subscription_ids: z.array(Id).max(100).optional(),
    attempt: z.int().min(1).max(10).default(1),
  }),
  output: z.object({ sent: z.int(), failed: z.int() }),
})
