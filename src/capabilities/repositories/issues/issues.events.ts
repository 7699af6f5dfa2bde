import { event } from '../../../kernel/events.ts'
import type { AnyItem } from '../../work/items/require-any-item.ts'
import type { IssueState } from './merge-issue.ts'

/** Both sides had changed the same fields; the host's version wins. */
export const issueConflict = event<{ item: AnyItem; number: number; fields: (keyof IssueState)[] }>('task.issue_conflict', ({ item }) => ({
  project_id: item.project_id,
  subject_id: item.id,
}))
