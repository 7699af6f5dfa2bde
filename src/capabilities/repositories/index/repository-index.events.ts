import { event } from '../../../kernel/events.ts'

interface Data {
  repository: { id: string; name: string }
  commit: string
  files: number
  /** Each project that the repository belongs to hears of it, and nobody else. */
  project_id: string
}

export const repositoryIndexed = event<Data>('repository.indexed', ({ repository, project_id }) => ({
  subject_id: repository.id,
  project_id,
}))
