import { event } from '../../../kernel/events.ts'
import type { LabelLook } from './labels.queries.ts'

interface Data {
  project_id: string
  label: LabelLook
}

/** A label belongs to its project, and is part of the project record on devices. */
const place = ({ project_id }: { project_id: string }) => ({ project_id, subject_id: project_id })

export const labelCreated = event<Data>('label.created', place)
export const labelUpdated = event<Data>('label.updated', place)
export const labelRenamed = event<Data & { from: string }>('label.renamed', place)
export const labelDeleted = event<Data>('label.deleted', place)
