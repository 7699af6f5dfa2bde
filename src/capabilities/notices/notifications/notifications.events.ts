import { event } from '../../../kernel/events.ts'
import type { NotificationRow } from './notifications.queries.ts'

interface Told {
  user_id: string
  notification: NotificationRow
}

/** The owner's alone, and of a project they may lose sight of. */
const place = ({ user_id, notification }: Told) => ({
  owner_id: user_id,
  project_id: notification.project?.id ?? null,
  subject_id: notification.id,
})
/** A personal log knows no project of another organization. */
const own = ({ user_id, notification }: Told) => ({ owner_id: user_id, subject_id: notification.id })

export const notificationCreated = event<Told>('notification.created', place)
export const notificationAnnounced = event<Told>('notification.created', own)
/** Somebody else's doing, or the owner's own elsewhere, has left nothing to do about it. */
export const notificationSettled = event<Told>('notification.updated', place)
export const notificationUpdated = event<Told>('notification.updated', own)
export const notificationsRead = event<{ user_id: string; marked: number; unread: number }>('notifications.read', ({ user_id }) => ({
  owner_id: user_id,
}))
