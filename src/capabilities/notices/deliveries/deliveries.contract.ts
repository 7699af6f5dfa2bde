import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'

const one = { id: 'webhook' }
const WebhookRef = ref('webhook', Id)
const DeliveryRef = ref('webhook_delivery', Id)
const Status = z.enum(['pending', 'delivered', 'failed', 'cancelled'])

const Delivery = z.object({
  id: Id,
  webhook_id: Id,
  url: z.string(),
  /** Sent to the receiver as webhook-id: the same for every attempt. */
  message_id: z.string(),
  /** The event's place in the log; 0 for a test. */
  seq: z.int(),
  type: z.string(),
  /** Deliveries about the same subject are sent one after another. */
  subject_id: Id,
  status: Status,
  attempts: z.int(),
  next_attempt_at: Timestamp.nullable(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
})

const Attempt = z.object({
  number: z.int(),
  at: Timestamp,
  duration_ms: z.int(),
  response_status: z.int().nullable(),
  error: z.string().nullable(),
  /** The beginning of the receiver's response. */
  response: z.string(),
})

components({ DeliveryStatus: Status, WebhookDelivery: Delivery, DeliveryAttempt: Attempt })

export const testWebhook = contract({
  summary: 'Send a test to a webhook',
  realm: 'organization',
  permission: 'webhook:manage',
  effect: 'create',
  creates: { ref: 'webhook_delivery', field: 'id' },
  input: z.strictObject({ webhook: WebhookRef }),
  output: Delivery,
  http: [{ method: 'POST', path: '/api/webhooks/:id/test', params: one }],
})

export const listWebhookDeliveries = contract({
  summary: 'List the deliveries of a webhook, newest first',
  realm: 'organization',
  permission: 'webhook:manage',
  effect: 'read',
  stale_after: ['webhook.*'],
  input: z.strictObject({ webhook: WebhookRef, status: Status.optional(), limit: Limit, cursor: Cursor.optional() }),
  output: page(Delivery),
  http: [{ method: 'GET', path: '/api/webhooks/:id/deliveries', params: one }],
})

export const getWebhookDelivery = contract({
  summary: 'A delivery with its body and attempts',
  realm: 'organization',
  permission: 'webhook:manage',
  effect: 'read',
  stale_after: ['webhook.*'],
  input: z.strictObject({ webhook: WebhookRef, delivery: DeliveryRef }),
  output: Delivery.extend({ body: z.string(), log: z.array(Attempt) }),
  http: [{ method: 'GET', path: '/api/webhooks/:id/deliveries/:delivery', params: one }],
})

export const replayWebhookDelivery = contract({
  summary: 'Send a delivery again, or try a waiting one now',
  realm: 'organization',
  permission: 'webhook:manage',
  effect: 'change',
  input: z.strictObject({ webhook: WebhookRef, delivery: DeliveryRef }),
  output: Delivery,
  http: [{ method: 'POST', path: '/api/webhooks/:id/deliveries/:delivery/replay', params: one }],
})

export const replayWebhookFailures = contract({
  summary: 'Resend all deliveries that failed since a given time, in order',
  realm: 'organization',
  permission: 'webhook:manage',
  effect: 'change',
  input: z.strictObject({ webhook: WebhookRef, since: z.iso.datetime({ offset: true }).max(40) }),
  output: z.object({ webhook_id: Id, replayed: z.int() }),
  http: [{ method: 'POST', path: '/api/webhooks/:id/replay', params: one }],
})
