import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'

const SetAside = z.object({
  id: Id,
  kind: z.enum(['webhook', 'skill', 'agent', 'membership']),
  organization_id: Id,
  /** The webhook, skill or agent; for a membership, the organization. */
  target_id: Id,
  /** A webhook's URL, or the name of anything else. */
  name: z.string(),
  role: z.enum(['owner', 'admin', 'member', 'viewer']).nullable(),
  set_aside_at: Timestamp,
})

components({ SetAside })

export const listSetAside = contract({
  summary: 'What was created in your account before you verified its email address, disabled until you keep or remove it',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['email.verified'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(SetAside),
  http: [{ method: 'GET', path: '/api/auth/account/set-aside' }],
  rehearsal: { after: 'decideSetAside' },
})

export const decideSetAside = contract({
  summary: 'Keep or remove something that was created in your account before you verified its email address',
  realm: 'identity',
  permission: 'self',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ id: Id, decision: z.enum(['keep', 'remove']) }),
  output: z.object({ id: Id, decision: z.enum(['keep', 'remove']), decided_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/auth/account/set-aside/:id' }],
  rehearsal: { input: { id: '$set_aside_id', decision: 'remove' } },
})
