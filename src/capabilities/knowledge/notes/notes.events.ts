import { event } from '../../../kernel/events.ts'
import type { NoteSummary } from './notes.queries.ts'

const place = ({ note }: { note: NoteSummary }) => ({ project_id: note.project_id, owner_id: note.owner_id, subject_id: note.id })

/** The log carries only the beginning of a note; `mentions` are the people that the text mentions for the first time. */
export const noteCreated = event<{ note: NoteSummary; mentions: string[] }>('note.created', place)
export const noteUpdated = event<{ note: NoteSummary; changed: string[]; mentions: string[] }>('note.updated', place)
export const noteDeleted = event<{ note: NoteSummary }>('note.deleted', place)
export const noteRestored = event<{ note: NoteSummary }>('note.restored', place)
export const notePublished = event<{ note: NoteSummary }>('note.published', place)
export const noteUnpublished = event<{ note: NoteSummary }>('note.unpublished', place)
