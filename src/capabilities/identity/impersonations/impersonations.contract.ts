import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'

export const Impersonation = z.object({
  id: Id,
  administrator: z.object({ id: Id, handle: z.string(), name: z.string() }),
  user: z.object({ id: Id, handle: z.string(), name: z.string() }),
  reason: z.string(),
  started_at: Timestamp,
  ends_at: Timestamp,
  ended_at: Timestamp.nullable(),
})

components({ Impersonation })

export const listImpersonations = contract({
  summary: 'When and why administrators have acted as you, and whether one does now; for administrators, also whom they acted as',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['impersonation.*'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(Impersonation),
  http: [{ method: 'GET', path: '/api/settings/impersonations' }],
  rehearsal: { after: 'endImpersonation' },
})

export const endImpersonation = contract({
  summary: 'End an impersonation immediately: your own as an administrator, or one of your account',
  realm: 'identity',
  permission: 'self',
  scope: 'impersonation:write',
  effect: 'change',
  input: z.strictObject({ id: Id }),
  output: Impersonation,
  http: [{ method: 'POST', path: '/api/settings/impersonations/:id/end' }],
  rehearsal: { input: { id: '$impersonation_id' } },
})

export const tellOfImpersonation = contract({
  summary: 'Say in a user’s own log that an administrator has begun to act as them',
  realm: 'identity',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ impersonation_id: Id }),
  output: z.object({ told: z.boolean() }),
})
