import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { Markdown, ProjectRef, stamps } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const one = { id: 'webhook' }
const WebhookRef = ref('webhook', Id)

const Url = z
  .string()
  .min(10)
  .max(2000)
  .regex(/^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/u, 'must be an https address')
const Pattern = z
  .string()
  .max(80)
  .regex(/^(\*|[a-z_]+\.(\*|[a-z_]+))$/, 'must be an event type such as task.created, task.* or *')
const Events = z.array(Pattern).min(1).max(50)
const Description = Markdown.max(500)

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  project_id: Id.nullable(),
  enabled: z.boolean(),
  /**
   * Why it is not enabled: by_hand, failing for days, gone (its receiver answered 410), its creator left or may no longer manage
   * webhooks, or it was set aside when the creator's e-mail address was proven.
   */
  disabled_reason: z.enum(['by_hand', 'failing', 'gone', 'creator_left', 'set_aside']).nullable(),
  disabled_at: Timestamp.nullable(),
  failing_since: Timestamp.nullable(),
  /** Until then, deliveries are also signed with the secret from before the last rotation. */
  previous_until: Timestamp.nullable(),
  /** It receives what this member may see. */
  created_by: Id,
  ...stamps,
})
const WithSecret = Webhook.extend({ secret: z.string() })

components({ Webhook, WebhookWithSecret: WithSecret })

export const listWebhooks = contract({
  summary: 'List the webhooks of the current organization',
  realm: 'organization',
  permission: 'webhook:manage',
  effect: 'read',
  stale_after: ['webhook.*'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(Webhook),
  http: [{ method: 'GET', path: '/api/webhooks' }],
})

export const createWebhook = contract({
  summary: 'Create a webhook; its signing secret is shown once',
  realm: 'organization',
  permission: 'webhook:manage',
  effect: 'create',
  needs_person: true,
  secret_output: true,
  creates: { ref: 'webhook', field: 'id' },
  needs_proven_email: true,
  input: z.strictObject({
    url: Url,
    description: Description.default(''),
    events: Events.default(['*']),
    project: ProjectRef.optional(),
  }),
  output: WithSecret,
  http: [{ method: 'POST', path: '/api/webhooks' }],
})

export const getWebhook = contract({
  summary: 'A webhook of the current organization',
  realm: 'organization',
  permission: 'webhook:manage',
  effect: 'read',
  stale_after: ['webhook.*'],
  input: z.strictObject({ webhook: WebhookRef }),
  output: Webhook,
  http: [{ method: 'GET', path: '/api/webhooks/:id', params: one }],
})

export const updateWebhook = contract({
  summary: 'Change a webhook, or turn it on or off',
  realm: 'organization',
  permission: 'webhook:manage',
  effect: 'change',
  person_for: ['url', 'events', 'project', 'enabled'],
  input: z.strictObject({
    webhook: WebhookRef,
    url: Url.optional(),
    description: Description.optional(),
    events: Events.optional(),
    project: ProjectRef.nullable().optional(),
    enabled: z.boolean().optional(),
    version: Version.optional(),
  }),
  output: Webhook,
  http: [{ method: 'PATCH', path: '/api/webhooks/:id', params: one }],
})

export const deleteWebhook = contract({
  summary: 'Delete a webhook; pending deliveries are not sent',
  realm: 'organization',
  permission: 'webhook:manage',
  effect: 'delete',
  input: z.strictObject({ webhook: WebhookRef }),
  output: Webhook.extend({ deleted_at: Timestamp }),
  http: [{ method: 'DELETE', path: '/api/webhooks/:id', params: one }],
})

export const rotateWebhookSecret = contract({
  summary: 'Give a webhook a new secret, shown once; for a day, deliveries are signed with both',
  realm: 'organization',
  permission: 'webhook:manage',
  effect: 'change',
  needs_person: true,
  secret_output: true,
  input: z.strictObject({ webhook: WebhookRef }),
  output: WithSecret,
  http: [{ method: 'POST', path: '/api/webhooks/:id/rotate-secret', params: one }],
})
