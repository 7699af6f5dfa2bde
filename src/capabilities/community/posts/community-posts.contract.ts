import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Markdown, PersonName, Title } from '../../vocabulary.contract.ts'

const PostRef = ref('community_post', Id)
const Body = Markdown.trim().min(1)
const Reason = z.string().trim().min(3).max(500)
/** withdrawn: by its author. removed and hidden: by a moderator; hidden also by flags, until a moderator has looked. */
const Status = z.enum(['pending', 'published', 'hidden', 'removed', 'withdrawn'])

const CommunityPost = z.object({
  id: Id,
  /** The post it answers. */
  parent_id: Id.nullable(),
  author: PersonName,
  title: z.string().nullable(),
  body: z.string(),
  status: Status,
  replies: z.int(),
  /** Only on the caller's own posts: what a moderator did, and why. */
  moderation: z.object({ action: z.string(), reason: z.string(), at: Timestamp }).nullable(),
  created_at: Timestamp,
  published_at: Timestamp.nullable(),
  version: Version,
})

const Moderation = z.object({
  id: Id,
  action: z.enum(['approve', 'hide', 'remove', 'restore', 'undo', 'flags']),
  reason: z.string(),
  /** Null: it was hidden by flags. */
  moderator: z.string().nullable(),
  before: Status,
  after: Status,
  created_at: Timestamp,
  undone_at: Timestamp.nullable(),
})

const AdminPost = CommunityPost.omit({ moderation: true, replies: true }).extend({
  flags: z.array(z.object({ reason: z.string(), created_at: Timestamp })),
  /** Newest first. */
  moderations: z.array(Moderation),
})

components({ CommunityPost, CommunityStatus: Status, CommunityModeration: Moderation, AdminCommunityPost: AdminPost })

const own = { realm: 'account', permission: 'self' } as const

export const listCommunityPosts = contract({
  ...own,
  effect: 'read',
  summary: 'List the community posts, including your own that wait for a moderator, newest first',
  stale_after: ['community.*'],
  input: z.strictObject({ mine: z.boolean().default(false), limit: Limit, cursor: Cursor.optional() }),
  output: page(CommunityPost),
  http: [{ method: 'GET', path: '/api/community/posts' }],
})

export const getCommunityPost = contract({
  ...own,
  effect: 'read',
  summary: 'A community post with its replies',
  stale_after: ['community.*'],
  input: z.strictObject({ id: PostRef }),
  output: CommunityPost.extend({ answers: z.array(CommunityPost) }),
  http: [{ method: 'GET', path: '/api/community/posts/:id' }],
})

export const createCommunityPost = contract({
  ...own,
  effect: 'create',
  summary: 'Write a community post or a reply; first posts wait for a moderator',
  creates: { ref: 'community_post', field: 'id' },
  needs_proven_email: true,
  input: z.strictObject({ title: Title.optional().describe('Of a post; an answer has none'), body: Body, parent: PostRef.optional() }),
  output: CommunityPost,
  http: [{ method: 'POST', path: '/api/community/posts' }],
  rehearsal: { input: { title: 'A question' } },
})

export const withdrawCommunityPost = contract({
  ...own,
  effect: 'delete',
  summary: 'Withdraw one of your posts',
  input: z.strictObject({ id: PostRef }),
  output: CommunityPost,
  http: [{ method: 'DELETE', path: '/api/community/posts/:id' }],
})

export const flagCommunityPost = contract({
  ...own,
  effect: 'change',
  summary: 'Report a post to the moderators; enough reports hide it until one has reviewed it',
  input: z.strictObject({ id: PostRef, reason: Reason }),
  output: z.object({ id: Id, flagged: z.boolean() }),
  http: [{ method: 'POST', path: '/api/community/posts/:id/flag' }],
  rehearsal: { input: { id: '$published_post' } },
})

const administrator = { realm: 'instance', permission: 'administrator' } as const

export const listAllCommunityPosts = contract({
  ...administrator,
  effect: 'read',
  summary: 'List all community posts with their flags and what moderators did, newest first',
  stale_after: [],
  input: z.strictObject({ status: Status.optional(), flagged: z.boolean().optional(), limit: Limit, cursor: Cursor.optional() }),
  output: page(AdminPost),
  http: [{ method: 'GET', path: '/api/admin/community/posts' }],
})

export const moderateCommunityPost = contract({
  ...administrator,
  effect: 'change',
  needs_person: true,
  summary: 'Approve, hide, remove or restore a post, or undo the last decision; its author sees the reason',
  input: z.strictObject({
    id: Id,
    action: z.enum(['approve', 'hide', 'remove', 'restore', 'undo']),
    reason: Reason,
    version: Version.optional(),
  }),
  output: AdminPost,
  http: [{ method: 'PATCH', path: '/api/admin/community/posts/:id' }],
  rehearsal: { input: { id: '$pending_post', action: 'approve' } },
})

export const removeCommunityPost = contract({
  ...administrator,
  effect: 'delete',
  needs_person: true,
  summary: 'Remove a post; it can be undone',
  input: z.strictObject({ id: Id, reason: Reason }),
  output: AdminPost,
  http: [{ method: 'DELETE', path: '/api/admin/community/posts/:id' }],
  rehearsal: { input: { id: '$pending_post' } },
})
