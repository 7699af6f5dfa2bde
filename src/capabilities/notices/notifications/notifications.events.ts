import { event } from '../../../kernel/events.ts'
import type { NotificationRow } from './notifications.queries.ts'

interface Told {
  user_id: string
  notification: NotificationRow
}

/** Visible only to its owner, and only as long as they can see the project. */
const place = ({ user_id, notification }: Told) => ({
  owner_id: user_id,
  project_id: notification.project?.id ?? null,
  subject_id: notification.id,
})
/** For the personal log, which knows no projects of other organizations. */
const own = ({ user_id, notification }: Told) => ({ owner_id: user_id, subject_id: notification.id })

export const notificationCreated = event<Told>('notification.created', place)
export const notificationAnnounced = event<Told>('notification.created', own)
/** Something that others did, or the owner did elsewhere, means that no action is needed any more. */
export const notificationSettled = event<Told>('notification.updated', place)
export const notificationUpdated = event<Told>('notification.updated', own)
export const notificationsRead = event<{ user_id: string; marked: number; unread: number }>('notifications.read', ({ user_id }) => ({
  owner_id: user_id,
}))
