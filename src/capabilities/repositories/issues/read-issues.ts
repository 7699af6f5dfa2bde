import type { HostSession } from '../../../platform/code-host/code-host.ts'
import type { HostComment, HostIssue } from '../../../platform/code-host/issue-session.ts'
import type { SyncRow } from '../sync/sync.queries.ts'

export interface IssueReading {
  issues: HostIssue[]
  /** The newest change that was read: the next reading starts there. */
  read_at: string | null
  /** Only read in two-way mode. */
  comments: HostComment[]
  comments_read_at: string | null
}

/** Issues, and comments on them, that changed since they were last read. */
export async function readIssues(session: HostSession, row: SyncRow, name: string): Promise<IssueReading> {
  const since = row.comments_read_at && new Date(row.comments_read_at).toISOString()
  const comments = row.issues_mode === 'two_way' && since ? await session.issueComments(name, since) : []
  // Read after the comments, so that a comment on an issue we don't know yet is not lost.
  const issues = await session.issues(name, row.issues_read_at && new Date(row.issues_read_at).toISOString())
  return {
    issues,
    read_at: newest(issues, row.issues_read_at),
    comments,
    comments_read_at: newest(comments, row.comments_read_at),
  }
}

function newest(changes: readonly { updated_at: string }[], before: string | null): string | null {
  if (changes.length === 0) return before
  const last = changes.reduce((max, { updated_at }) => Math.max(max, Date.parse(updated_at)), Date.parse(before ?? '1970-01-01T00:00:00Z'))
  return new Date(last).toISOString()
}
