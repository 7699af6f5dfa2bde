import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'

const worker = { permission: 'system', effect: 'change' } as const

export const queueDeliveries = contract({
  ...worker,
  realm: 'organization',
  summary: 'Make deliveries of the next events of the log',
  input: z.strictObject({}),
  output: z.object({ more: z.boolean() }),
})

/** Everything needed to send it, already signed, so the secret is not included. */
const Claimed = z.object({
  delivery_id: Id,
  claim_id: Id,
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** After this time another worker may take it. */
  claimed_until: Timestamp,
})

export const claimDeliveries = contract({
  ...worker,
  realm: 'organization',
  summary: 'Take deliveries that are due, for as long as sending them may last',
  input: z.strictObject({ max: z.int().min(1).max(1000) }),
  output: z.object({ items: z.array(Claimed) }),
})

export const recordDelivery = contract({
  ...worker,
  realm: 'organization',
  summary: 'Record how an attempt went, and when the next one is due',
  input: z.strictObject({
    delivery_id: Id,
    claim_id: Id,
    at: Timestamp,
    duration_ms: z.int().min(0).max(86_400_000),
    response_status: z.int().min(0).max(999).nullable(),
    error: z.string().max(200).nullable(),
    response: z.string().max(1024),
    retry_after: z.int().min(0).max(86_400).nullable(),
  }),
  output: z.object({ recorded: z.boolean() }),
})
