import { event } from '../../../kernel/events.ts'
import type { EntryRow, LineRow } from './decisions.queries.ts'

const place = ({ decision }: { decision: LineRow }) => ({ project_id: decision.project_id, subject_id: decision.id })

export const decisionLogged = event<{ decision: LineRow }>('decision.logged', place)
export const decisionUpdated = event<{ decision: LineRow; changed: string[] }>('decision.updated', place)
export const decisionDiscussed = event<{ decision: LineRow; entry: EntryRow; mentions: string[] }>('decision.discussed', place)
/** About the earlier decision; whoever may see it may see its successor. */
export const decisionSuperseded = event<{ decision: LineRow; by: { id: string; ref: string } }>('decision.superseded', place)
export const decisionDeleted = event<{ decision: LineRow }>('decision.deleted', place)
export const decisionRestored = event<{ decision: LineRow }>('decision.restored', place)
