import { event } from '../../../kernel/events.ts'
import type { Milestone } from './require-milestone.ts'

interface Data {
  milestone: Milestone
}
const place = ({ milestone }: Data) => ({ project_id: milestone.project_id, subject_id: milestone.id })

export const milestoneCreated = event<Data>('milestone.created', place)
export const milestoneUpdated = event<Data>('milestone.updated', place)
export const milestoneDeleted = event<Data>('milestone.deleted', place)
