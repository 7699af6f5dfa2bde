import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'

const administrator = { realm: 'instance', permission: 'administrator' } as const

const InstanceHealth = z.object({
  /** What a person should look at, worst first; empty when all is well. */
  concerns: z.array(z.object({ part: z.string(), message: z.string() })),
  versions: z.object({ baton: z.string(), node: z.string(), postgres: z.string() }),
  database: z.object({ bytes: z.int(), connections: z.int() }),
  queues: z.array(z.object({ name: z.string(), ready: z.int(), oldest_seconds: z.number(), failed: z.int() })),
  /** How far each reader of the log lags: in how many organizations, and by how long. */
  readers: z.array(z.object({ name: z.string(), behind: z.int(), lag_seconds: z.number() })),
  webhooks: z.object({ due: z.int(), overdue_seconds: z.number() }),
  embeddings: z.object({
    state: z.enum(['ready', 'off', 'failed']),
    why: z.string().nullable(),
    model: z.string().nullable(),
    waiting: z.int(),
    set_aside: z.int(),
  }),
  mail: z.object({ on: z.boolean(), waiting: z.int(), last_sent_at: Timestamp.nullable() }),
  storage: z.object({ kind: z.enum(['folder', 'bucket']), attachment_bytes: z.int() }),
  push: z.boolean(),
  assistant: z.boolean(),
})
const FailedJob = z.object({
  id: Id,
  name: z.string(),
  error: z.string(),
  tries: z.int(),
  created_at: Timestamp,
  failed_at: Timestamp.nullable(),
})

components({ InstanceHealth, FailedJob })

export const getInstanceHealth = contract({
  ...administrator,
  effect: 'read',
  summary: 'The state of the instance: queues, readers of the log, embeddings, mail, storage, database, versions, and what needs attention',
  stale_after: [],
  input: z.strictObject({}),
  output: InstanceHealth,
  http: [{ method: 'GET', path: '/api/admin/health' }],
})

export const listFailedJobs = contract({
  ...administrator,
  effect: 'read',
  summary: 'The newest hundred jobs that were given up; they are kept for a day',
  stale_after: [],
  input: z.strictObject({}),
  output: z.object({ jobs: z.array(FailedJob) }),
  http: [{ method: 'GET', path: '/api/admin/jobs/failed' }],
})

export const retryJob = contract({
  ...administrator,
  effect: 'change',
  summary: 'Retry a failed job',
  input: z.strictObject({ id: Id }),
  output: z.object({ id: Id, name: z.string() }),
  http: [{ method: 'POST', path: '/api/admin/jobs/:id/retry' }],
  rehearsal: { input: { id: '$failed_job' } },
})
