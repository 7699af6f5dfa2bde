import { event } from '../../../kernel/events.ts'
import type { SpecRow, VersionRow } from './specs.queries.ts'

const place = ({ spec }: { spec: SpecRow }) => ({ project_id: spec.project_id, subject_id: spec.id })

export const specCreated = event<{ spec: SpecRow }>('spec.created', place)
export const specVersionAdded = event<{ spec: SpecRow; added: VersionRow }>('spec.version_added', place)
export const specUpdated = event<{ spec: SpecRow; changed: string[] }>('spec.updated', place)
export const specDeleted = event<{ spec: SpecRow }>('spec.deleted', place)
export const specRestored = event<{ spec: SpecRow }>('spec.restored', place)
