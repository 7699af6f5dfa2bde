import { event } from '../../../kernel/events.ts'

/** One event for each project of a repository: whoever can't see a project learns nothing about its repositories. */
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
  /** What has changed; empty if somebody requested the sync and nothing had. */
  changed: SyncedPart[]
  /** Branches and pull request heads that now point to another commit, with the previous one. */
  moved: { ref: string; from: string | null; to: string | null }[]
}

export const repositorySynced = event<Synced>('repository.synced', place)
