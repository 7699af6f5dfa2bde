import { event } from '../../../kernel/events.ts'

interface Progress {
  import: { id: string; project_id: string; status: string; total: number; done: number; errors: number }
}
const place = ({ import: one }: Progress) => ({ project_id: one.project_id, subject_id: one.id })

export const importStarted = event<Progress>('import.started', place)
/** After each part, with the progress so far. */
export const importProgressed = event<Progress>('import.progressed', place)
export const importFinished = event<Progress>('import.finished', place)

/** Each item has its own event as well; this one says that they were imported together. */
export const itemsImported = event<{ project_id: string; created: number; updated: number }>(
  'project.items_imported',
  ({ project_id }) => ({
    project_id,
    subject_id: project_id,
  }),
)
