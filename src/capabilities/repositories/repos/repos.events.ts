import { event } from '../../../kernel/events.ts'

/** One event for each project of a repository: who does not see a project learns nothing of its repositories. */
interface OfRepository {
  repository: { id: string; name: string }
  project_id: string
}

const place = ({ repository, project_id }: OfRepository) => ({ subject_id: repository.id, project_id })

export const repositoryConnected = event<OfRepository>('repository.connected', place)
export const repositoryUpdated = event<OfRepository>('repository.updated', place)
export const repositoryRemoved = event<OfRepository>('repository.removed', place)

export type SyncedPart = 'repository' | 'branches' | 'pull_requests' | 'checks' | 'commits' | 'files' | 'links' | 'issues'

export interface Synced extends OfRepository {
  /** What is different from before; empty where somebody asked and nothing was. */
  changed: SyncedPart[]
  /** Branches that point to another commit now, and pull requests whose head does, with the commit they left. */
  moved: { ref: string; from: string | null; to: string | null }[]
}

export const repositorySynced = event<Synced>('repository.synced', place)
