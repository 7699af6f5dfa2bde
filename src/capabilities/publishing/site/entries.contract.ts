import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { LongMarkdown, Moment, PersonName, Slug, Title, UserId, stamps } from '../../vocabulary.contract.ts'
import { CategoryRef, CategoryName } from './categories.contract.ts'

const PageRef = ref('page', Id)
const PostRef = ref('post', Id)
/** Pages and posts share one kind of id: operations common to both accept either. */
const EntryRef = ref('post', Id)

export const EntryStatus = z.enum(['draft', 'scheduled', 'published'])
const Summary = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of text')

const EntrySummary = z.object({
  id: Id,
  kind: z.enum(['page', 'post']),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  status: EntryStatus,
  /** When a scheduled entry is to be published. */
  publish_at: Timestamp.nullable(),
  /** When it was first published. */
  published_at: Timestamp.nullable(),
  author: PersonName,
  category: CategoryName.nullable(),
  /** Where the public can read it; null if it is not published. */
  url: z.string().nullable(),
  revision: z.int(),
  preview_until: Timestamp.nullable(),
  deleted_at: Timestamp.nullable(),
  ...stamps,
})
const Entry = EntrySummary.extend({ body: z.string() })
const Revision = z.object({
  number: z.int(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  body: z.string(),
  written_by: PersonName,
  created_at: Timestamp,
})

components({ EntryStatus, EntrySummary, Entry, EntryRevision: Revision })

const administrators = { realm: 'instance', permission: 'administrator' } as const

const listed = z.strictObject({ status: EntryStatus.optional(), limit: Limit, cursor: Cursor.optional() })
const written = {
  title: Title,
  slug: Slug.optional(),
  summary: Summary.default(''),
  body: LongMarkdown.default(''),
  status: EntryStatus.default('draft'),
  /** With the status `scheduled`: when to publish it. */
  publish_at: Moment.nullish(),
  /** The author to show; you, if you name nobody. */
  author: UserId.optional(),
}
const changed = {
  version: Version.optional(),
  title: Title.optional(),
  slug: Slug.optional(),
  summary: Summary.optional(),
  body: LongMarkdown.optional(),
  status: EntryStatus.optional(),
  publish_at: Moment.nullish(),
  author: UserId.optional(),
}

export const listPages = contract({
  ...administrators,
  summary: 'List the pages of this instance, newest first',
  effect: 'read',
  stale_after: [],
  input: listed,
  output: page(EntrySummary),
  http: [{ method: 'GET', path: '/api/admin/pages' }],
  rehearsal: { after: 'createPage' },
})

export const listPosts = contract({
  ...administrators,
  summary: 'List the posts of this instance, newest first',
  effect: 'read',
  stale_after: [],
  input: listed.extend({ category: CategoryRef.optional() }),
  output: page(EntrySummary),
  http: [{ method: 'GET', path: '/api/admin/posts' }],
  rehearsal: { after: 'createPost' },
})

export const createPage = contract({
  ...administrators,
  summary: 'Write a page: as a draft, for later, or published at once',
  effect: 'create',
  creates: { ref: 'page', field: 'id' },
  input: z.strictObject(written),
  output: Entry,
  http: [{ method: 'POST', path: '/api/admin/pages' }],
})

export const createPost = contract({
  ...administrators,
  summary: 'Write a post: as a draft, for later, or published at once',
  effect: 'create',
  creates: { ref: 'post', field: 'id' },
  input: z.strictObject({ ...written, category: CategoryRef.nullish() }),
  output: Entry,
  http: [{ method: 'POST', path: '/api/admin/posts' }],
})

export const updatePage = contract({
  ...administrators,
  summary: 'Change a page; its status publishes, schedules or unpublishes it, and earlier URLs redirect to the new one',
  effect: 'change',
  input: z.strictObject({ id: PageRef, ...changed }),
  output: Entry,
  http: [{ method: 'PUT', path: '/api/admin/pages/:id' }],
})

export const updatePost = contract({
  ...administrators,
  summary: 'Change a post; its status publishes, schedules or unpublishes it, and earlier URLs redirect to the new one',
  effect: 'change',
  input: z.strictObject({ id: PostRef, ...changed, category: CategoryRef.nullish() }),
  output: Entry,
  http: [{ method: 'PUT', path: '/api/admin/posts/:id' }],
})

export const deletePage = contract({
  ...administrators,
  summary: 'Delete and unpublish a page; it can be restored for a limited time',
  effect: 'delete',
  input: z.strictObject({ id: PageRef }),
  output: Entry,
  http: [{ method: 'DELETE', path: '/api/admin/pages/:id' }],
})

export const deletePost = contract({
  ...administrators,
  summary: 'Delete and unpublish a post; it can be restored for a limited time',
  effect: 'delete',
  input: z.strictObject({ id: PostRef }),
  output: Entry,
  http: [{ method: 'DELETE', path: '/api/admin/posts/:id' }],
})

export const getEntry = contract({
  ...administrators,
  summary: 'Get a page or a post as it is written',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({ id: EntryRef }),
  output: Entry,
  http: [{ method: 'GET', path: '/api/admin/entries/:id' }],
})

export const restoreEntry = contract({
  ...administrators,
  summary: 'Restore a deleted page or post as a draft',
  effect: 'change',
  input: z.strictObject({ id: EntryRef }),
  output: Entry,
  http: [{ method: 'POST', path: '/api/admin/entries/:id/undelete' }],
})

export const listEntryRevisions = contract({
  ...administrators,
  summary: 'List the revisions of a page or post, newest first',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({ id: EntryRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Revision),
  http: [{ method: 'GET', path: '/api/admin/entries/:id/revisions' }],
})

export const restoreEntryRevision = contract({
  ...administrators,
  summary: 'Restore an earlier revision of a page or post, as a new revision',
  effect: 'change',
  input: z.strictObject({ id: EntryRef, revision: z.int().min(1).max(2_147_483_647) }),
  output: Entry,
  http: [{ method: 'POST', path: '/api/admin/entries/:id/revisions/:revision/restore' }],
})

export const createPreviewLink = contract({
  ...administrators,
  summary: 'Create a private link to a page or post that is not public; an earlier one stops working',
  effect: 'change',
  secret_output: true,
  input: z.strictObject({ id: EntryRef, days: z.int().min(1).max(30).default(7) }),
  output: z.object({ id: Id, url: z.string(), expires_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/admin/entries/:id/preview' }],
})

export const revokePreviewLink = contract({
  ...administrators,
  summary: 'End the private link to a page or post',
  effect: 'delete',
  input: z.strictObject({ id: EntryRef }),
  output: Entry,
  http: [{ method: 'DELETE', path: '/api/admin/entries/:id/preview' }],
})

export const publishScheduled = contract({
  summary: 'Publish what is due',
  realm: 'instance',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({}),
  output: z.object({ published: z.array(Id), next: z.object({}).nullable() }),
})
