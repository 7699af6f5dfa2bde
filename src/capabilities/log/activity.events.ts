import { event } from '../../kernel/events.ts'

export interface Logged {
  id: string
  project_id: string | null
  /** The caller's own type. The type of the event says only that somebody logged something, so that no caller can imitate the system. */
  type: string
  description: string
  metadata: Record<string, string | number | boolean | null>
}

export const activityLogged = event<{ activity: Logged }>('activity.logged', ({ activity }) => ({
  project_id: activity.project_id,
  subject_id: activity.id,
}))
