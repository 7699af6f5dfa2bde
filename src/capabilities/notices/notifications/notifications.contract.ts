import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { OrganizationRef, Title, stamps } from '../../vocabulary.contract.ts'
import { notificationKinds } from './notification-kinds.contract.ts'
import { components } from '../../components.contract.ts'

const Kind = z.enum(notificationKinds)
const NotificationId = ref('notification', Id)
const Moment = z.iso.datetime({ offset: true }).max(40)

export const Notification = z.object({
  id: Id,
  kind: Kind,
  organization: z.object({ id: Id, handle: z.string(), name: z.string() }),
  project: z.object({ id: Id, slug: z.string(), name: z.string() }).nullable(),
  subject: z.object({ kind: z.string(), id: Id, ref: z.string().nullable() }).nullable(),
  /** Who did it; null once they have left the organization. */
  actor: z
    .object({
      user_id: Id,
      handle: z.string(),
      name: z.string(),
      agent: z.object({ id: Id, slug: z.string(), name: z.string() }).nullable(),
    })
    .nullable(),
  title: z.string(),
  gate: z.string().nullable(),
  /** The beginning of the text, and the comment it is from. */
  excerpt: z.string().nullable(),
  comment_id: Id.nullable(),
  event_seq: z.int().nullable(),
  read_at: Timestamp.nullable(),
  snoozed_until: Timestamp.nullable(),
  archived_at: Timestamp.nullable(),
  ...stamps,
})

components({ NotificationKind: Kind, Notification })

export const listNotifications = contract({
  summary: 'List your notifications in all your organizations, newest first, and how many are unread',
  realm: 'account',
  permission: 'self',
  effect: 'read',
  stale_after: ['notification.*', 'notifications.read'],
  input: z.strictObject({
    box: z.enum(['inbox', 'snoozed', 'archived']).default('inbox'),
    unread: z.boolean().optional(),
    kind: Kind.optional(),
    organization: OrganizationRef.optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(Notification).extend({
    unread: z.int(),
    /** Number of things in the inbox that wait for you; several notifications about one thing count once. */
    needs_you: z.int(),
  }),
  http: [{ method: 'GET', path: '/api/notifications' }],
})

export const createReminder = contract({
  summary: 'Create a reminder for yourself, for now or later',
  realm: 'account',
  permission: 'self',
  effect: 'create',
  creates: { ref: 'notification', field: 'id' },
  input: z.strictObject({ title: Title, until: Moment.optional() }),
  output: Notification,
  http: [{ method: 'POST', path: '/api/notifications' }],
})

export const markAllNotificationsRead = contract({
  summary: 'Mark everything in your inbox as read, or only that of an organization or kind',
  realm: 'account',
  permission: 'self',
  effect: 'change',
  input: z.strictObject({ organization: OrganizationRef.optional(), kind: Kind.optional() }),
  output: z.object({ marked: z.int(), unread: z.int() }),
  http: [{ method: 'PATCH', path: '/api/notifications/read-all' }],
})

const one = { id: NotificationId, version: Version.optional() }
const change = { realm: 'account', permission: 'self', effect: 'change', output: Notification } as const

export const markNotificationRead = contract({
  summary: 'Mark a notification as read',
  ...change,
  input: z.strictObject(one),
  http: [{ method: 'PATCH', path: '/api/notifications/:id/read' }],
})

export const markNotificationUnread = contract({
  summary: 'Mark a notification as unread again',
  ...change,
  input: z.strictObject(one),
  http: [{ method: 'PATCH', path: '/api/notifications/:id/unread' }],
})

export const snoozeNotification = contract({
  summary: 'Snooze a notification until a time; it comes back unread. Null ends the snooze',
  ...change,
  input: z.strictObject({ ...one, until: Moment.nullable() }),
  http: [{ method: 'PATCH', path: '/api/notifications/:id/snooze' }],
  rehearsal: { input: { until: null } },
})

export const archiveNotification = contract({
  summary: 'Mark a notification as done, or restore it',
  ...change,
  input: z.strictObject({ ...one, archived: z.boolean().default(true) }),
  http: [{ method: 'PATCH', path: '/api/notifications/:id/archive' }],
})

export const notifyFromLog = contract({
  summary: 'Tell people what the log of their organization has for them',
  realm: 'organization',
  permission: 'system',
  effect: 'change',
  input: z.strictObject({}),
  output: z.object({ more: z.boolean() }),
})

export const announceNotifications = contract({
  summary: 'Say in a user’s own log what they were told of in an organization',
  realm: 'identity',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ user_id: Id, notification_ids: z.array(Id).max(1000) }),
  output: z.object({ announced: z.int() }),
})

export const queueDigests = contract({
  summary: 'Ask for the digest of everybody whose hour has struck',
  realm: 'identity',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({}),
  output: z.object({ queued: z.int() }),
})

export const mailDigest = contract({
  summary: 'Mail a user what they have not read',
  realm: 'identity',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ user_id: Id, digest_id: Id }),
  output: z.object({ sent: z.boolean() }),
})

export const unsubscribe = contract({
  summary: 'Stop the digest with the link in one; needs no login',
  realm: 'identity',
  permission: 'anyone',
  effect: 'change',
  input: z.strictObject({ token: z.string().min(1).max(200) }),
  output: z.object({ unsubscribed: z.boolean() }),
  http: [{ method: 'POST', path: '/api/notifications/unsubscribe' }],
  rehearsal: { input: { token: '$unsubscribe_token' } },
})
