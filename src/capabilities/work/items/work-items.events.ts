import { event, type EventKind } from '../../../kernel/events.ts'
import type { ItemRow, Kind, TaskRow } from './work-items.queries.ts'

type Wire = ItemRow | TaskRow
type Of<Data> = Record<Kind, EventKind<Data>>

const place = ({ item }: { item: Wire }) => ({ project_id: item.project_id, subject_id: item.id })
const perKind = <Data extends { item: Wire }>(verb: string): Of<Data> => ({
  epic: event<Data>(`epic.${verb}`, place),
  story: event<Data>(`story.${verb}`, place),
  task: event<Data>(`task.${verb}`, place),
})

export const itemCreated = perKind<{ item: Wire }>('created')
/** `from`: the previous values of the changed fields, except for long texts. */
export const itemUpdated = perKind<{ item: Wire; changed: string[]; from?: Record<string, unknown> }>('updated')
export const itemDeleted = perKind<{ item: Wire }>('deleted')
export const itemRestored = perKind<{ item: Wire }>('restored')
/** To another project, which gets this event; `taskLeft` tells the project it came from, with the task as it was there. */
export const taskMoved = event<{ item: TaskRow; from: string }>('task.moved', place)
export const taskLeft = event<{ item: TaskRow }>('task.left', place)
export const taskClaimed = event<{ item: TaskRow }>('task.claimed', place)
export const taskReleased = event<{ item: TaskRow; why: 'released' | 'expired' | 'overridden' }>('task.released', place)
/** The order is unchanged, but the ranks that encode it are new: whoever sorts by them has to read them again. */
export const ranksRenewed = event<{ project_id: string; tasks: number }>('task.ranks_renewed', ({ project_id }) => ({ project_id }))
