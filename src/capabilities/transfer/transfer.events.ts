import { event } from '../../kernel/events.ts'

/** Each item has its own event as well; this one says that they came together. */
export const itemsImported = event<{ project_id: string; created: number; updated: number }>(
  'project.items_imported',
  ({ project_id }) => ({
    project_id,
    subject_id: project_id,
  }),
)
