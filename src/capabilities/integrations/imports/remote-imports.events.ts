import { event } from '../../../kernel/events.ts'

interface OfImport {
  remote_import: { id: string; project_id: string; provider: string; status: string; items: number }
}

const place = ({ remote_import: one }: OfImport) => ({ project_id: one.project_id, subject_id: one.id })

export const remoteImportStarted = event<OfImport>('remote_import.started', place)
/** After each page, and at each change of status from reading to done. */
export const remoteImportUpdated = event<OfImport>('remote_import.updated', place)
