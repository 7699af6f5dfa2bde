import { event } from '../../../kernel/events.ts'
import type { ViewRow } from './views.queries.ts'

type Wire = Omit<ViewRow, 'project_ids'>
interface Data {
  view: Wire
  project_ids: string[]
}

/** Events of a shared view of one project go to those who see it; of several, where no one rule says who, only to its owner. */
const place = ({ view, project_ids }: Data) => ({
  project_id: view.shared && project_ids.length === 1 ? (project_ids[0] ?? null) : null,
  owner_id: view.shared && project_ids.length <= 1 ? null : view.owner_id,
  subject_id: view.id,
})

export const viewCreated = event<Data>('view.created', place)
export const viewUpdated = event<Data>('view.updated', place)
export const viewDeleted = event<Data>('view.deleted', place)
