import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Name, SkillRef, Slug, Tag } from '../../vocabulary.contract.ts'
import { ContentHash, Finding, FindingsSeen, SkillFile } from '../directory/directory.contract.ts'
import { Skill } from '../skills.contract.ts'

const Publisher = z.object({
  organization: z.string(),
  /** An administrator of this instance has verified that the name is theirs. */
  verified: z.boolean(),
})

const Listing = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  publisher: Publisher,
  revision: z.int(),
  /** Hash of the whole directory; an installation is pinned to it. */
  hash: z.string(),
  files: z.int(),
  findings: z.object({ danger: z.int(), warning: z.int() }),
  /** The skill in your organization that was installed from this listing. */
  installed: z.object({ id: Id, slug: z.string(), hash: z.string() }).nullable(),
  /** Your organization is its publisher. */
  own: z.boolean(),
  published_at: Timestamp,
  updated_at: Timestamp,
})

const ListedFile = SkillFile.extend({
  /** Null if it isn't text, or is very long. */
  text: z.string().nullable(),
})

const seen = { findings: z.array(Finding), findings_token: z.string() }

const ListingPage = Listing.omit({ findings: true, files: true }).extend({
  body: z.string(),
  files: z.array(ListedFile),
  ...seen,
})

const FileChange = z.object({
  path: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  /** A unified diff; null if one of the two isn't text. */
  diff: z.string().nullable(),
})

const SkillUpdate = z.object({
  publisher: Publisher,
  from: z.object({ revision: z.int(), hash: z.string() }),
  to: z.object({ revision: z.int(), hash: z.string(), updated_at: Timestamp }),
  files: z.array(FileChange),
  ...seen,
  /** Rules that match this version but not the one you have. */
  new_rules: z.array(z.string()),
})

components({ SkillPublisher: Publisher, SkillListing: Listing, SkillListingDetail: ListingPage, SkillFileChange: FileChange, SkillUpdate })

const read = { realm: 'organization', permission: 'skill:read', effect: 'read' } as const
const write = { realm: 'organization', permission: 'skill:write' } as const
const one = { id: 'skill' }

export const listListings = contract({
  ...read,
  summary: 'Browse the skills that organizations have published on this instance, newest first',
  stale_after: ['skill.*'],
  input: z.strictObject({
    q: Name.optional(),
    tag: Tag.optional(),
    publisher: Slug.optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(Listing),
  http: [{ method: 'GET', path: '/api/marketplace' }],
  rehearsal: { input: { publisher: '$publisher' } },
})

export const getListing = contract({
  ...read,
  summary: 'A published skill with all its files and what a scan finds in them now',
  stale_after: ['skill.*'],
  input: z.strictObject({ slug: Slug }),
  output: ListingPage,
  http: [{ method: 'GET', path: '/api/marketplace/:slug' }],
  rehearsal: { input: { slug: '$listed_skill' } },
})

export const installSkill = contract({
  ...write,
  summary: 'Install a published skill, pinned to the content you have reviewed; updates wait until a person accepts them',
  effect: 'create',
  needs_proven_email: true,
  input: z.strictObject({
    slug: Slug,
    hash: ContentHash,
    findings_seen: FindingsSeen.optional(),
    visibility: z.enum(['personal', 'team']).default('personal'),
    as: Slug.optional().describe('Its slug here; by default its own, or the next one that is free'),
  }),
  output: Skill,
  http: [{ method: 'POST', path: '/api/marketplace/:slug/install' }],
  rehearsal: { input: { slug: '$listed_skill', hash: '$listed_hash' } },
})

export const getSkillUpdate = contract({
  ...read,
  summary: 'What another version of an installed skill would change, file by file, and what a scan finds in it',
  stale_after: ['skill.*'],
  input: z.strictObject({ skill: SkillRef }),
  output: SkillUpdate,
  http: [{ method: 'GET', path: '/api/skills/:id/update', params: one }],
  rehearsal: { input: { skill: '$outdated_skill' } },
})

export const acceptSkillUpdate = contract({
  ...write,
  summary: 'Accept another version of an installed skill, exactly as you reviewed it',
  effect: 'change',
  input: z.strictObject({ skill: SkillRef, hash: ContentHash, findings_seen: FindingsSeen.optional() }),
  output: Skill,
  http: [{ method: 'POST', path: '/api/skills/:id/update', params: one }],
  rehearsal: { input: { skill: '$outdated_skill', hash: '$listed_hash' } },
})
