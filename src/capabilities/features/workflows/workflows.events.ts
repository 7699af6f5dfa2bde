import { event } from '../../../kernel/events.ts'
import type { StoredWorkflow } from './workflows.queries.ts'

const place = ({ workflow }: { workflow: StoredWorkflow }) => ({ subject_id: workflow.id })

export const workflowCreated = event<{ workflow: StoredWorkflow }>('workflow.created', place)
export const workflowUpdated = event<{ workflow: StoredWorkflow; changed: string[] }>('workflow.updated', place)
export const workflowDeleted = event<{ workflow: StoredWorkflow }>('workflow.deleted', place)
