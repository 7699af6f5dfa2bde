import { event } from '../../kernel/events.ts'

export interface Logged {
  id: string
  project_id: string | null
  /** What the caller calls it. The event's own type says only that somebody logged something, so no caller imitates the system. */
  type: string
  description: string
  metadata: Record<string, string | number | boolean | null>
}

export const activityLogged = event<{ activity: Logged }>('activity.logged', ({ activity }) => ({
  project_id: activity.project_id,
  subject_id: activity.id,
}))
