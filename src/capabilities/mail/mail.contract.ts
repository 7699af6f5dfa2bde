import { z } from 'zod'
import { Id, Timestamp, contract } from '../../kernel/contract.ts'
import { UserId } from '../vocabulary.contract.ts'
import { components } from '../components.contract.ts'

export const sendMailing = contract({
  summary: 'Send one mail about an account',
  realm: 'identity',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ mailing_id: Id }),
  output: z.object({ sent: z.boolean() }),
})

const Delivery = z.object({
  channel: z.literal('email'),
  delivered: z.boolean(),
  requested_at: Timestamp,
  sent_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  used_at: Timestamp.nullable(),
  tries: z.int(),
})

components({ MailDelivery: Delivery })

export const getCodeDelivery = contract({
  summary: 'Whether a user’s last one-time code was delivered; the code itself is not stored',
  realm: 'instance',
  permission: 'administrator',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({ id: UserId }),
  output: z.object({ user_id: Id, last_code: Delivery.nullable() }),
  http: [{ method: 'GET', path: '/api/admin/users/:id/otp' }],
})
