import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'

const worker = { realm: 'identity', permission: 'system', effect: 'change' } as const

export const sendSlack = contract({
  ...worker,
  summary: 'Tell a user in Slack what waits for them, and change what was told once somebody has decided',
  job: true,
  input: z.strictObject({
    user_id: Id,
    notification_ids: z.array(Id).max(1000),
    attempt: z.int().min(1).max(10).default(1),
    /** Updates messages even if nothing has changed, because somebody clicked there. */
    refresh: z.boolean().default(false),
  }),
  output: z.object({ sent: z.int(), left: z.int() }),
})

export const holdSlack = contract({
  ...worker,
  summary: 'Take and keep the Socket Mode connections this worker may have',
  input: z.strictObject({ holder: Id, max: z.int().min(0).max(1000) }),
  /** The app token opens a connection and nothing else; it never leaves the worker. */
  output: z.object({ items: z.array(z.object({ integration_id: Id, app_token: z.string(), version: z.string() })) }),
})

export const releaseSlack = contract({
  ...worker,
  summary: 'Give up the Socket Mode connections of a worker that ends',
  input: z.strictObject({ holder: Id }),
  output: z.object({ released: z.int() }),
})

export const recordSlackConnection = contract({
  ...worker,
  summary: 'Record that a Socket Mode connection is open, or why it is not',
  input: z.strictObject({ integration_id: Id, failure: z.string().max(300).nullable(), broken: z.boolean() }),
  output: z.object({ recorded: z.boolean() }),
})

export const takeSlackEnvelope = contract({
  ...worker,
  summary: 'Take what Slack sends: a click, or that the app was taken away. Nobody is recognized by it, and nothing is decided',
  input: z.strictObject({
    integration_id: Id,
    what: z.enum(['click', 'revoked', 'other']),
    channel: z.string().max(64).optional(),
    ts: z.string().max(64).optional(),
  }),
  output: z.object({ taken: z.boolean() }),
})
