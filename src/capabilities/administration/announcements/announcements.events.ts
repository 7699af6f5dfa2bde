import { event } from '../../../kernel/events.ts'

interface Sent {
  announcement: { id: string; audience: string }
}

export const announcementSent = event<Sent>('announcement.sent', ({ announcement }) => ({ subject_id: announcement.id }))
