import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Handle, Name } from '../../vocabulary.contract.ts'

const Reason = z.string().trim().min(3).max(500)

const AdminListing = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  publisher: z.object({ organization: z.string(), verified: z.boolean() }),
  revision: z.int(),
  hash: z.string().nullable(),
  /** Counts of the scan at the time of publishing; null if that was before the scan existed. */
  findings: z.object({ danger: z.int(), warning: z.int() }).nullable(),
  /** The number of organizations that have it installed. */
  installs: z.int(),
  takedown: z.object({ id: Id, at: Timestamp, by: z.string(), reason: z.string(), reached: z.int() }).nullable(),
  published_at: Timestamp,
  updated_at: Timestamp,
})

components({ AdminListing })

const administrator = { realm: 'instance', permission: 'administrator' } as const

export const listMarketplace = contract({
  ...administrator,
  effect: 'read',
  summary: 'List every published skill of the instance with publisher, findings, installations and takedown, newest first',
  stale_after: [],
  input: z.strictObject({
    q: Name.optional(),
    show: z.enum(['all', 'flagged', 'taken_down']).default('all').describe('flagged: a scan has found something'),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(AdminListing),
  http: [{ method: 'GET', path: '/api/admin/marketplace' }],
  rehearsal: { input: { q: '$publisher' } },
})

const decision = { ...administrator, effect: 'change', needs_person: true } as const

export const takeDownSkill = contract({
  ...decision,
  summary: 'Take down a published skill, with every installed copy and everything with the same content',
  input: z.strictObject({ id: Id, reason: Reason }),
  output: AdminListing,
  http: [{ method: 'POST', path: '/api/admin/marketplace/:id/takedown' }],
  rehearsal: { input: { id: '$listing_id' } },
})

export const liftTakedown = contract({
  ...decision,
  summary: 'Undo a takedown: everything it affected is readable again',
  input: z.strictObject({ id: Id, reason: Reason }),
  output: AdminListing,
  http: [{ method: 'POST', path: '/api/admin/marketplace/:id/lift' }],
  rehearsal: { input: { id: '$taken_down_id' } },
})

export const verifyPublisher = contract({
  ...decision,
  summary: 'Verify that an organization is who it claims to be, or undo that',
  input: z.strictObject({ organization: Handle, verified: z.boolean(), reason: Reason }),
  output: z.object({ organization: z.string(), verified: z.boolean() }),
  http: [{ method: 'PUT', path: '/api/admin/marketplace/publishers/:organization' }],
  rehearsal: { input: { organization: '$publisher', verified: true } },
})

export const announceTakedown = contract({
  summary: 'Say in an organization’s log that skills of its were taken down, or are back',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ skill_ids: z.array(Id).max(1000), taken_down: z.boolean() }),
  output: z.object({ announced: z.int() }),
})
