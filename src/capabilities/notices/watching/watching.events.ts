import { event } from '../../../kernel/events.ts'

interface Watcher {
  user_id: string
  subject_id: string
  project_id: string
  watching: boolean
}

export const watcherChanged = event<{ watcher: Watcher }>('watcher.changed', ({ watcher }) => ({
  project_id: watcher.project_id,
  subject_id: watcher.subject_id,
}))
