import { event } from '../../kernel/events.ts'
import type { ProjectRow } from './projects.queries.ts'

const ofProject = ({ project }: { project: ProjectRow }) => ({ project_id: project.id, subject_id: project.id })

export const projectCreated = event<{ project: ProjectRow }>('project.created', ofProject)
export const projectUpdated = event<{ project: ProjectRow; changed: string[] }>('project.updated', ofProject)
export const projectDeleted = event<{ project: ProjectRow }>('project.deleted', ofProject)

/** Access to a project has changed: live streams reload what they may show. */
export const projectAccessChanged = event<{ project: ProjectRow; user_id: string | null }>('project.access_changed', ofProject)
