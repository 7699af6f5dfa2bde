import { event } from '../../../kernel/events.ts'

interface Data {
  repository: { id: string; name: string }
  commit: string
  files: number
  /** There is one event for each project that the repository belongs to; nobody else sees it. */
  project_id: string
}

export const repositoryIndexed = event<Data>('repository.indexed', ({ repository, project_id }) => ({
  subject_id: repository.id,
  project_id,
}))
