import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Markdown, OrganizationRef, Title, UserId } from '../../vocabulary.contract.ts'

const administrator = { realm: 'instance', permission: 'administrator' } as const
const Audience = z.enum(['everyone', 'administrators', 'organization', 'user'])

const Announcement = z.object({
  id: Id,
  title: z.string(),
  body: z.string(),
  audience: Audience,
  /** The recipient, unless it is for everybody. */
  organization: z.object({ id: Id, handle: z.string() }).nullable(),
  user: z.object({ id: Id, handle: z.string() }).nullable(),
  /** Null if Baton itself sent it. */
  sent_by: z.object({ id: Id, handle: z.string() }).nullable(),
  recipients: z.int(),
  /** Null while it is still being delivered. */
  sent_at: Timestamp.nullable(),
  created_at: Timestamp,
})

components({ Announcement })

const said = { title: Title, body: Markdown.max(4000).default('') }

export const notifyUser = contract({
  ...administrator,
  effect: 'create',
  summary: 'Tell a user something: it stands in their inbox',
  input: z.strictObject({ id: UserId, ...said }),
  output: Announcement,
  http: [{ method: 'POST', path: '/api/admin/users/:id/notify' }],
})

export const sendAnnouncement = contract({
  ...administrator,
  effect: 'create',
  needs_person: true,
  summary: 'Send an announcement to everyone on the instance, its administrators, or the members of an organization',
  input: z.strictObject({
    ...said,
    audience: z.enum(['everyone', 'administrators', 'organization']).default('everyone'),
    organization: OrganizationRef.optional(),
  }),
  output: Announcement,
  http: [{ method: 'POST', path: '/api/admin/notifications/send' }],
  rehearsal: { input: { audience: 'organization', organization: '$organization_id' } },
})

export const listAnnouncements = contract({
  ...administrator,
  effect: 'read',
  summary: 'List announcements, newest first; with user, only those to that user',
  stale_after: [],
  input: z.strictObject({ user: UserId.optional(), limit: Limit, cursor: Cursor.optional() }),
  output: page(Announcement),
  http: [{ method: 'GET', path: '/api/admin/notifications' }],
  rehearsal: { input: { user: '$told_user' } },
})

export const seedAnnouncements = contract({
  ...administrator,
  effect: 'change',
  summary: 'Tell the administrators what to set up first, each thing once however often it is asked for',
  input: z.strictObject({}),
  output: z.object({ created: z.int() }),
  http: [{ method: 'POST', path: '/api/admin/notifications/seed' }],
})

export const spreadAnnouncement = contract({
  realm: 'instance',
  permission: 'system',
  effect: 'change',
  job: true,
  summary: 'Queue an announcement for those it is for, a few hundred at a time',
  input: z.strictObject({ announcement_id: Id, after: Id.optional() }),
  output: z.object({ queued: z.int(), next: z.object({ announcement_id: Id, after: Id }).nullable() }),
})

export const deliverAnnouncement = contract({
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  job: true,
  summary: 'Put an announcement into the inbox of one user',
  input: z.strictObject({ announcement_id: Id, user_id: Id }),
  output: z.object({ delivered: z.boolean() }),
})
