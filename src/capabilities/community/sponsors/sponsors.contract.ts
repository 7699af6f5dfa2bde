import { z } from 'zod'
import { Cursor, Id, Limit, Version, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Day, Name, stamps } from '../../vocabulary.contract.ts'

const Tier = z.enum(['platinum', 'gold', 'silver', 'bronze'])
const Address = z
  .string()
  .max(500)
  .regex(/^https:\/\/[^\s\p{Cc}\p{Cs}"'<>\\]+$/u, 'must be an address that begins with https://')
const About = z
  .string()
  .trim()
  .max(300)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of text')

const shown = { id: Id, name: z.string(), url: z.string(), tier: Tier, about: z.string() }
const Sponsor = z.object({ ...shown, starts_on: z.string(), ends_on: z.string().nullable(), active: z.boolean(), ...stamps })
const PublicSponsor = z.object({
  ...shown,
  /** The rel attribute of its link: paid for, and not an endorsement. */
  rel: z.literal('sponsored noopener'),
})

components({ Sponsor, PublicSponsor, SponsorTier: Tier })

const administrator = { realm: 'instance', permission: 'administrator' } as const
const given = { name: Name, url: Address, tier: Tier, about: About.default(''), starts_on: Day, ends_on: Day.nullable().default(null) }

export const listSponsors = contract({
  ...administrator,
  effect: 'read',
  summary: 'List all sponsors, including past and future ones, newest first',
  stale_after: [],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(Sponsor),
  http: [{ method: 'GET', path: '/api/admin/sponsors' }],
  rehearsal: { input: { limit: '$sponsor_limit' } },
})

export const createSponsor = contract({
  ...administrator,
  effect: 'create',
  summary: 'Add a sponsor with tier and period',
  input: z.strictObject(given),
  output: Sponsor,
  http: [{ method: 'POST', path: '/api/admin/sponsors' }],
})

export const updateSponsor = contract({
  ...administrator,
  effect: 'change',
  summary: 'Change a sponsor',
  input: z.strictObject({
    id: Id,
    name: Name.optional(),
    url: Address.optional(),
    tier: Tier.optional(),
    about: About.optional(),
    starts_on: Day.optional(),
    ends_on: Day.nullable().optional(),
    version: Version.optional(),
  }),
  output: Sponsor,
  http: [{ method: 'PUT', path: '/api/admin/sponsors/:id' }],
  rehearsal: { input: { id: '$sponsor' } },
})

export const deleteSponsor = contract({
  ...administrator,
  effect: 'delete',
  summary: 'Delete a sponsor',
  input: z.strictObject({ id: Id }),
  output: Sponsor,
  http: [{ method: 'DELETE', path: '/api/admin/sponsors/:id' }],
  rehearsal: { input: { id: '$sponsor' } },
})

export const listPublicSponsors = contract({
  realm: 'public',
  permission: 'anyone',
  effect: 'read',
  summary: 'Who sponsors this instance today, highest tier first',
  input: z.strictObject({ tier: Tier.optional() }),
  output: z.object({ sponsors: z.array(PublicSponsor) }),
  http: [{ method: 'GET', path: '/api/sponsors' }],
})
